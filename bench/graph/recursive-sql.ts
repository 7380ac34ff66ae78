import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import type { Direction } from "@knockon/graph/traverse";
import type { PackedGraph } from "@knockon/graph/packed-graph";
import { Client } from "pg";
import { withTemporaryFolder } from "../measure/temporary.ts";

/** A walk's result in one row, so that transfer time does not count. */
export interface Reached {
  repositories: number;
  /** Sum of all strengths, to compare two walks. */
  strengths: number;
}

export type Walk = (root: number, direction: Direction, depth: number, floor: number) => Promise<Reached>;

const SCHEMA = `
  CREATE TABLE edge (source int NOT NULL, target int NOT NULL, confidence int NOT NULL);
`;
/** Covering indexes: walks do not read the table itself. */
const INDEXES = `
  CREATE INDEX edge_by_target ON edge (target) INCLUDE (source, confidence);
  CREATE INDEX edge_by_source ON edge (source) INCLUDE (target, confidence);
  VACUUM ANALYZE edge;
`;
/** Enough memory to avoid spilling to disk. No JIT compilation, since plans run for milliseconds. */
const SETTINGS = "SET work_mem = '512MB'; SET jit = off;";

/** Each round keeps the strongest path to a repository only: two to six times faster than `UNION` of all distinct paths. */
const statement = (from: "source" | "target", to: "source" | "target"): string => `
  WITH RECURSIVE walk (repository, hops, strength) AS (
    SELECT $1::int, 0, 1000
    UNION ALL
    SELECT * FROM (
      SELECT DISTINCT ON (edge.${to}) edge.${to}, walk.hops + 1, least(walk.strength, edge.confidence) AS strength
      FROM walk JOIN edge ON edge.${from} = walk.repository
      WHERE walk.hops < $2::int AND edge.confidence >= $3::int
      ORDER BY edge.${to}, strength DESC
    ) AS round
  ), strongest AS (
    SELECT repository, max(strength) AS strength FROM walk GROUP BY repository
  )
  SELECT count(*)::int AS repositories, sum(strength)::int AS strengths FROM strongest`;

const STATEMENTS: Record<Direction, { name: string; text: string }> = {
  downstream: { name: "downstream", text: statement("target", "source") },
  upstream: { name: "upstream", text: statement("source", "target") },
};

/** Loads the edges into a temporary Postgres for the duration of `work`. */
export const withRecursiveSql = <T>(graph: PackedGraph, work: (walk: Walk) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ folder, durable: false });
    const client = new Client({ connectionString: postgres.url });
    try {
      await client.connect();
      await load(client, graph);
      return await work(async (root, direction, depth, floor) => {
        const { rows } = await client.query<Reached>({
          ...STATEMENTS[direction],
          values: [root, depth, floor],
        });
        return rows[0] ?? { repositories: 0, strengths: 0 };
      });
    } finally {
      await client.end();
      await postgres.stop();
    }
  });

async function load(client: Client, { columns: { source, target, confidence } }: PackedGraph): Promise<void> {
  await client.query(SCHEMA);
  await client.query("INSERT INTO edge SELECT * FROM unnest($1::int[], $2::int[], $3::int[])", [
    Array.from(source),
    Array.from(target),
    Array.from(confidence),
  ]);
  for (const command of `${INDEXES}${SETTINGS}`.split(";")) await client.query(command);
}
