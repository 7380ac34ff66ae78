import type { Client } from "pg";
import { toReads, type PlanNode, type TableRead } from "./table-read.ts";
import { withClient } from "./server.ts";
import { shapeOf, type Statement } from "./statement-log.ts";

/** How Postgres runs a statement on the loaded database, as the role that issued it. */
export interface Plan {
  text: string;
  reads: TableRead[];
  /** What the reads would be if every operator were leakproof, where that differs: what row-level security costs. */
  unguarded: TableRead[] | null;
}

interface Explained {
  Plan: PlanNode;
}

/** Each in a transaction that is rolled back; what cannot be run a second time is planned only. */
export const explainStatements = (url: string, statements: readonly Statement[]): Promise<Plan[]> =>
  withClient(url, async (client) => {
    const plans: Plan[] = [];
    for (const statement of distinct(statements)) {
      const run = await explain(client, statement, "analyze, ");
      const planned = await explain(client, statement);
      if (!planned) continue;
      const reads = toReads(run ?? planned);
      const unguarded = toReads((await explain(client, statement, "", LEAKPROOF)) ?? planned);
      const differs = accessOf(unguarded) !== accessOf(toReads(planned));
      plans.push({ text: statement.text, reads, unguarded: differs ? unguarded : null });
    }
    return plans;
  });

const distinct = (statements: readonly Statement[]): Statement[] => [
  ...new Map(statements.map((statement) => [shapeOf(statement), statement])).values(),
];

const accessOf = (reads: readonly TableRead[]): string => reads.map(({ access }) => access).join();

const LEAKPROOF = `
  set local allow_system_table_mods = on;
  update pg_proc set proleakproof = true where not proleakproof;`;

/** Undefined where the statement fails, or is none that has a plan. */
async function explain(
  client: Client,
  { role, text, parameters }: Statement,
  options = "",
  before = "",
): Promise<PlanNode | undefined> {
  try {
    await client.query(`begin; ${before}
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
    await client.query("rollback");
  }
}
