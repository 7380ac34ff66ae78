import type { SourceFile } from "../../source-file.ts";
import { readAttributes, type Attribute } from "./attributes.ts";
import { tokenize } from "./tokens.ts";

/** One input of a flake, or of an input of it. */
export interface Input {
  /** `url`, or the attributes that it would be made of. */
  url: string | null;
  attributes: Record<string, string>;
  line: number;
  /** It is used as a tree of files, be there a flake in it or not. */
  isFlake: boolean;
  /** What stands in the comment behind it. */
  comment: string | null;
}

export interface FlakeFacts {
  inputs: Input[];
  /** Where `outputs` are. */
  outputsAt: number | null;
}

const COMMENT = /;\s*#\s*(?<comment>[^\n\r]*)/;

/** Facts of one `flake.nix`; inputs are literals, so nothing has to be evaluated. Throws SyntaxProblem. */
export function readFlake(file: SourceFile): FlakeFacts {
  const attributes = readAttributes(tokenize(file));
  const lines = file.text.split("\n");
  const byInput = new Map<string, Attribute[]>();
  for (const attribute of attributes.filter(({ path }) => isOfInput(path))) {
    const name = JSON.stringify(attribute.path.slice(0, -1));
    const known = byInput.get(name);
    if (known) known.push(attribute);
    else byInput.set(name, [attribute]);
  }
  return {
    inputs: [...byInput.values()].flatMap((each) => inputOf(each, lines) ?? []),
    outputsAt: attributes.find(({ path }) => path[0] === "outputs")?.line ?? null,
  };
}

/** `inputs.NAME.KEY`, `inputs.NAME.inputs.OTHER.KEY`, … */
const isOfInput = (path: readonly string[]): boolean =>
  path.length % 2 === 1 &&
  path.length > 1 &&
  path.every((part, i) => i % 2 === 1 || i === path.length - 1 || part === "inputs");

/** Undefined where the input follows another one, or says of another file's input what to leave out. */
function inputOf(attributes: readonly Attribute[], lines: readonly string[]): Input | undefined {
  const find = (key: string) => attributes.find(({ path }) => path.at(-1) === key);
  const source = find("url") ?? find("repo") ?? find("id");
  if (!source || find("follows")) return undefined;
  const texts = attributes.map(({ path, value }) => [path.at(-1) ?? "", value ?? "${}"]);
  return {
    url: source.path.at(-1) === "url" ? (source.value ?? "${}") : null,
    attributes: Object.fromEntries(texts) as Record<string, string>,
    line: source.line,
    isFlake: find("flake")?.value !== "false",
    comment: COMMENT.exec(lines[source.line - 1] ?? "")?.groups?.["comment"] ?? null,
  };
}
