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

/** A line that uses a plugin or an image. */
export interface Use {
  rule: "buildkite.plugin" | "buildkite.image";
  text: string;
  line: number;
  comment: string | null;
}

export type FileKind = "pipeline" | "plugin";

export interface BuildkiteFacts {
  uses: Use[];
  /** The line of `name` in a `plugin.yml`, else null. */
  pluginAt: number | null;
}

/** Reads the facts of a pipeline or a `plugin.yml`. Throws SyntaxProblem. */
export function readBuildkiteFile(file: SourceFile, kind: FileKind | undefined): BuildkiteFacts {
  const [document] = file.yaml();
  if (textOf(document))
    throw new SyntaxProblem("A pipeline must be a map or a list of steps.", document?.line ?? null);
  if (kind === "plugin") {
    const name = entriesOf(document).find(({ key }) => key === "name");
    return { uses: [], pluginAt: name?.line ?? null };
  }
  // A pipeline may be a plain list of steps.
  const steps = document?.kind === "list" ? document : at(document, "steps");
  const uses = [
    ...useOf("buildkite.image", scalarAt(document, "image")),
    ...itemsOf(steps).flatMap(stepUses),
  ];
  return { uses: distinct(uses).toSorted((a, b) => a.line - b.line), pluginAt: null };
}

/** Includes the steps of a group. */
function stepUses(step: DataNode): Use[] {
  const plugins = at(step, "plugins");
  return [
    ...useOf("buildkite.image", scalarAt(step, "image")),
    ...[plugins, ...itemsOf(plugins)].flatMap((each) => (each ? pluginUses(each) : [])),
    ...itemsOf(at(step, "steps")).flatMap(stepUses),
  ];
}

/** A plugin is a string, or the key of its options. */
function pluginUses(plugin: DataNode): Use[] {
  if (plugin.kind === "scalar") return useOf("buildkite.plugin", plugin);
  return entriesOf(plugin).flatMap(({ key, line, value }) => [
    ...useOf("buildkite.plugin", { text: key, line, comment: null }),
    ...(RUNS_IMAGES.test(key) ? imagesOf(value) : []),
  ]);
}

const RUNS_IMAGES = /(?:docker|podman|kubernetes|container)[^/]*$/;

const imagesOf = (options: DataNode): Use[] =>
  [
    scalarAt(options, "image"),
    ...["containers", "initContainers"]
      .flatMap((key) => itemsOf(at(options, "podSpec", key)))
      .map((container) => scalarAt(container, "image")),
  ].flatMap((image) => useOf("buildkite.image", image));

function useOf(rule: Use["rule"], scalar: Pick<ScalarNode, "text" | "line" | "comment"> | undefined): Use[] {
  const text = scalar?.text.trim() ?? "";
  return scalar && text !== "" ? [{ rule, text, line: scalar.line, comment: scalar.comment }] : [];
}

/** Steps that share a YAML anchor yield the same line several times. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.text}`, use])).values(),
];
