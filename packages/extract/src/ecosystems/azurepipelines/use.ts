import { at, entriesOf, itemsOf, scalarAt, type DataNode, type ScalarNode } from "../../document/node.ts";

/** One line that names a template, a task, a repository or an image. */
export interface Use {
  rule:
    | "azurepipelines.template"
    | "azurepipelines.task"
    | "azurepipelines.checkout"
    | "azurepipelines.container";
  text: string;
  line: number;
}

/** Maps of values for programs: a `task` or `template` in them is theirs. */
const VALUES = new Set(["inputs", "env", "resources", "trigger", "pr", "schedules"]);
const JOB_KEYS = ["job", "deployment", "steps", "pool", "strategy"];

/**
 * Wherever they stand: expressions (`${{ if … }}:`) may wrap any part, and parameters hand whole steps and jobs to
 * templates.
 */
export function usesOf(node: DataNode | undefined): Use[] {
  const uses: Use[] = [];
  const pending = node ? [node] : [];
  for (let each = pending.pop(); each; each = pending.pop()) {
    uses.push(...usesIn(each));
    pending.push(...itemsOf(each));
    for (const { key, value } of entriesOf(each)) if (!VALUES.has(key)) pending.push(value);
  }
  return uses;
}

function usesIn(node: DataNode): Use[] {
  if (node.kind !== "map") return [];
  const isJob = JOB_KEYS.some((key) => at(node, key) !== undefined);
  return [
    ...useOf("azurepipelines.template", scalarAt(node, "template")),
    ...useOf("azurepipelines.task", scalarAt(node, "task")),
    ...useOf("azurepipelines.checkout", scalarAt(node, "checkout")),
    ...(isJob ? containersOf(node).flatMap((image) => useOf("azurepipelines.container", image)) : []),
  ];
}

const containersOf = (job: DataNode): (ScalarNode | undefined)[] => [
  scalarAt(job, "container") ?? scalarAt(job, "container", "image"),
  ...entriesOf(at(job, "services")).map(({ value }) => (value.kind === "scalar" ? value : undefined)),
];

function useOf(rule: Use["rule"], scalar: ScalarNode | undefined): Use[] {
  const text = scalar?.text.trim() ?? "";
  return scalar && text !== "" ? [{ rule, text, line: scalar.line }] : [];
}
