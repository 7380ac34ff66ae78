import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type ScalarNode,
} from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** A line that uses a pipe, an image, or pipelines of another repository. */
export interface Use {
  rule: "bitbucketpipelines.pipe" | "bitbucketpipelines.image" | "bitbucketpipelines.import";
  text: string;
  line: number;
}

export type FileKind = "pipelines" | "pipe";

export interface BitbucketFacts {
  uses: Use[];
  /** The image that a pipe is released as, from its `pipe.yml`. */
  pipe: { image: string; line: number } | null;
}

/** Reads the facts of a pipelines file or a `pipe.yml`. Throws SyntaxProblem. */
export function readBitbucketFile(file: SourceFile, kind: FileKind | undefined): BitbucketFacts {
  const [document] = file.yaml();
  if (document?.kind === "list" || textOf(document))
    throw new SyntaxProblem("The file must be a map.", document?.line ?? null);
  if (kind === "pipe") {
    const image = scalarAt(document, "image");
    return { uses: [], pipe: image?.text ? { image: image.text, line: image.line } : null };
  }
  const sources = entriesOf(at(document, "definitions", "imports"));
  const imports = sources.flatMap(({ value }) =>
    useOf("bitbucketpipelines.import", value.kind === "scalar" ? value : undefined),
  );
  const uses = distinct([...imports, ...usesOf(document)]);
  return { uses: uses.toSorted((a, b) => a.line - b.line), pipe: null };
}

/** Maps of plain values and local names, in which `image` and `pipe` have no special meaning. */
const VALUE_MAPS = new Set(["variables", "caches", "imports", "artifacts", "condition"]);

/** Searches at any depth: steps occur in lists, stages, parallels and anchors. */
function usesOf(node: DataNode | undefined): Use[] {
  const uses: Use[] = [];
  const pending = node ? [node] : [];
  for (let each = pending.pop(); each; each = pending.pop()) {
    uses.push(
      ...useOf("bitbucketpipelines.image", scalarAt(each, "image") ?? scalarAt(each, "image", "name")),
      ...useOf("bitbucketpipelines.pipe", scalarAt(each, "pipe")),
      ...useOf("bitbucketpipelines.import", directImport(each)),
    );
    pending.push(...itemsOf(each));
    for (const { key, value } of entriesOf(each)) if (!VALUE_MAPS.has(key)) pending.push(value);
  }
  return uses;
}

/** Matches `repository:ref:pipeline`. The source of `pipeline@source` is declared where it is defined. */
function directImport(node: DataNode): ScalarNode | undefined {
  const name = scalarAt(node, "import");
  return name?.text.includes(":") ? name : undefined;
}

function useOf(rule: Use["rule"], scalar: ScalarNode | undefined): Use[] {
  const text = scalar?.text.trim() ?? "";
  return scalar && text !== "" ? [{ rule, text, line: scalar.line }] : [];
}

/** Steps that share a YAML anchor yield the same line several times. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.text}`, use])).values(),
];
