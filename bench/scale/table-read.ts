/** The part of Postgres' JSON plan that tells how a table is read. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Plan Rows": number;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Filter?: string;
  Plans?: PlanNode[];
}

export interface TableRead {
  table: string;
  /** `Seq Scan`, `Index Scan repository_pkey`. */
  access: string;
  /** Over all loops; estimated where the statement could not be run. */
  rows: number;
  /** Rows that a filter then threw away. */
  removed: number;
  filter: string | null;
}

/** More rows than this are many. */
const MANY = 1000;

/** A table of tenants that is read from its first row to its last. */
export const isSequential = ({ table, access, rows }: TableRead): boolean =>
  access === "Seq Scan" && table !== "queue_message" && rows > MANY;

/** Most of what is read is not wanted. */
export const isWasteful = ({ rows, removed }: TableRead): boolean => removed > MANY && removed > rows / 2;

export function toReads(node: PlanNode): TableRead[] {
  const table = node["Relation Name"];
  const below = (node.Plans ?? []).flatMap(toReads);
  if (table === undefined || !node["Node Type"].includes("Scan")) return below;
  const loops = node["Actual Loops"] ?? 1;
  const kept = (node["Actual Rows"] ?? node["Plan Rows"]) * loops;
  const removed =
    ((node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) * loops;
  const indexes = [node, ...(node.Plans ?? [])].flatMap((one) => one["Index Name"] ?? []);
  const access = [node["Node Type"], ...indexes].join(" ");
  const filter = node.Filter ?? null;
  return [
    { table, access, rows: Math.round(kept + removed), removed: Math.round(removed), filter },
    ...below,
  ];
}
