import type { Client } from "pg";
import { withClient } from "./server.ts";
import { type Statement, shapeOf } from "./statement-log.ts";

/** Postgres' plan of a statement on the loaded database, as the role that issued it. */
export interface Plan {
  text: string;
  reads: TableRead[];
  /** Reads if all operators were leakproof, where they differ: the cost of row-level security. */
  unguarded: TableRead[] | null;
}

interface Explained {
  Plan: PlanNode;
}

/** Explains each statement and takes back what it did. A statement that cannot run twice is only planned. */
export const explainStatements = (url: string, statements: readonly Statement[]): Promise<Plan[]> =>
  withTransaction(url, "", (guarded) =>
    withTransaction(url, LEAKPROOF, async (unguarded) => {
      const plans: Plan[] = [];
      for (const statement of distinct(statements)) {
        const run = await explain(guarded, statement, "analyze, ");
        const planned = await explain(guarded, statement);
        if (!planned) continue;
        const reads = toReads(run ?? planned);
        const free = toReads((await explain(unguarded, statement)) ?? planned);
        const differs = accessOf(free) !== accessOf(toReads(planned));
        plans.push({ text: statement.text, reads, unguarded: differs ? free : null });
      }
      return plans;
    }),
  );

/** Runs work in a transaction that begins with `before` and is rolled back. */
const withTransaction = <T>(url: string, before: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await client.query(`begin; ${before}`);
    try {
      return await work(client);
    } finally {
      await client.query("rollback");
    }
  });

const distinct = (statements: readonly Statement[]): Statement[] => [
  ...new Map(statements.map((statement) => [shapeOf(statement), statement])).values(),
];

const accessOf = (reads: readonly TableRead[]): string => reads.map(({ access }) => access).join();

const LEAKPROOF = `
  set local allow_system_table_mods = on;
  update pg_proc set proleakproof = true where not proleakproof;`;

/** Returns undefined if the statement fails or has no plan. */
async function explain(
  client: Client,
  { role, text, parameters }: Statement,
  options = "",
): Promise<PlanNode | undefined> {
  try {
    await client.query(`savepoint explained;
      select set_config('knockon.workspace_id', (select id::text from workspace limit 1), true),
        set_config('role', '${role}', true)`);
    const { rows } = await client.query<{ "QUERY PLAN": Explained[] }>(
      `explain (${options}format json) ${text}`,
      parameters,
    );
    return rows[0]?.["QUERY PLAN"][0]?.Plan;
  } catch {
    return undefined;
  } finally {
    await client.query("rollback to savepoint explained; release savepoint explained");
  }
}

/** Part of Postgres' JSON plan that describes table reads. */
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
  /** Rows read in all loops. Estimated if the statement could not run. */
  rows: number;
  /** Rows removed by a filter. */
  removed: number;
  filter: string | null;
}

const MANY = 1000;

/** Whether a tenant table is read sequentially. */
export const isSequential = ({ table, access, rows }: TableRead): boolean =>
  access === "Seq Scan" && table !== "queue_message" && rows > MANY;

/** Whether a filter removes most rows. */
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
