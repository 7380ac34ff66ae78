import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";
import { readAttributes, type Attribute } from "./attributes.ts";
import { tokenize } from "./tokens.ts";

/** An input of a flake, or of one of its inputs. */
export interface Input {
  /** The names of the inputs that lead to it: `kit`, `kit/nixpkgs`. */
  name: string;
  /** Null if the input has attributes instead. */
  url: string | null;
  attributes: Record<string, string>;
  line: number;
  /** False if the input is only used as source files (`flake = false`). */
  isFlake: boolean;
  /** The comment on the same line. */
  comment: string | null;
}

export interface FlakeFacts {
  inputs: Input[];
  /** The line of `outputs`. */
  outputsLine: number | null;
}

/** The facts of a flake or of a lock file. */
export type NixFacts = ({ kind: "flake" } & FlakeFacts) | ({ kind: "lock" } & LockFacts);

const COMMENT = /;\s*#\s*(?<comment>[^\n\r]*)/;

/** Reads the facts of a `flake.nix`. Nothing has to be evaluated because inputs are literals. Throws SyntaxProblem. */
export function readFlake(file: SourceFile): FlakeFacts {
  const attributes = readAttributes(tokenize(file));
  const lines = file.text.split("\n");
  const byInput = new Map<string, Attribute[]>();
  for (const attribute of attributes.filter(({ path }) => isInputAttribute(path))) {
    const name = JSON.stringify(attribute.path.slice(0, -1));
    const known = byInput.get(name);
    if (known) known.push(attribute);
    else byInput.set(name, [attribute]);
  }
  return {
    inputs: [...byInput.values()].flatMap((each) => inputOf(each, lines) ?? []),
    outputsLine: attributes.find(({ path }) => path[0] === "outputs")?.line ?? null,
  };
}

/** `inputs.NAME.KEY`, `inputs.NAME.inputs.OTHER.KEY`, … */
const isInputAttribute = (path: readonly string[]): boolean =>
  path.length % 2 === 1 &&
  path.length > 1 &&
  path.every((part, i) => i % 2 === 1 || i === path.length - 1 || part === "inputs");

/** Undefined if the input follows another one or has no source. */
function inputOf(attributes: readonly Attribute[], lines: readonly string[]): Input | undefined {
  const find = (key: string) => attributes.find(({ path }) => path.at(-1) === key);
  const source = find("url") ?? find("repo") ?? find("id");
  if (!source || find("follows")) return undefined;
  const texts = attributes.map(({ path, value }) => [path.at(-1) ?? "", value ?? "${}"]);
  return {
    name: source.path.filter((_, i) => i % 2 === 1).join("/"),
    url: source.path.at(-1) === "url" ? (source.value ?? "${}") : null,
    attributes: Object.fromEntries(texts) as Record<string, string>,
    line: source.line,
    isFlake: find("flake")?.value !== "false",
    comment: COMMENT.exec(lines[source.line - 1] ?? "")?.groups?.["comment"] ?? null,
  };
}
