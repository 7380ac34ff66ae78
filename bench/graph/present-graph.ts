import { table } from "@knockon/cli/output/format";
import { mebibytes, milliseconds } from "../measure/units.ts";

/** Both directions from one root; times are medians in milliseconds. */
export interface WalkResult {
  root: string;
  depth: number;
  repositories: number;
  traversal: number;
  sql: number;
  /** How many times longer the SQL takes. */
  ratio: number;
}

export interface Step {
  name: string;
  milliseconds: number;
  /** What it makes, where it makes bytes. */
  bytes: number | null;
}

export interface GraphResult {
  seed: number;
  repositories: number;
  edges: number;
  floor: number;
  walks: WalkResult[];
  steps: Step[];
}

export function presentGraph({ seed, repositories, edges, walks, steps }: GraphResult): string {
  return `${repositories} repositories, ${edges} edges, seed ${seed}

${table([
  ["root", "depth", "reached", "traversal", "recursive SQL", "times"],
  ...walks.map((walk) => [
    walk.root,
    String(walk.depth),
    String(walk.repositories),
    milliseconds(walk.traversal),
    milliseconds(walk.sql),
    walk.ratio.toFixed(0),
  ]),
])}

${table(steps.map((step) => [step.name, milliseconds(step.milliseconds), mebibytes(step.bytes)]))}
`;
}
