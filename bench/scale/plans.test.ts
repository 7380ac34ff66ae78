import { randomUUID } from "node:crypto";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { explainStatements } from "./plans.ts";
import { withClient } from "./server.ts";
import { isSequential, isWasteful } from "./plans.ts";

const ROWS = 5000;
const asApp = (text: string, ...parameters: unknown[]) => ({ role: "knockon_app", text, parameters });

let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ url, drop } = await createTestDatabase(inject("templateUrl")));
  const workspaceId = randomUUID();
  await withClient(url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query("insert into workspace (id, name, slug) values ($1, 'Acme', 'acme')", [workspaceId]);
    await client.query(
      `insert into repository (id, workspace_id, connected_org_id, platform_id, name, full_path, clone_url, clone_location)
       select gen_random_uuid(), $1, $1, n, n, n, n, n from generate_series(1, ${ROWS}) as n`,
      [workspaceId],
    );
    await client.query("create index repository_lower_name on repository (lower(name)); analyze repository");
  });
});

afterAll(() => drop());

describe("explainStatements", () => {
  it("distinguishes an index lookup from a sequential scan for one row", async () => {
    const [byId, byBranch] = await explainStatements(url, [
      asApp("select from repository where id = $1", randomUUID()),
      asApp("select from repository where default_branch = $1", "main"),
    ]);
    expect(byId?.reads).toMatchObject([{ table: "repository", access: "Index Scan repository_pkey" }]);
    expect(byId?.reads.some(isSequential)).toBe(false);
    expect(byBranch?.reads).toMatchObject([{ access: "Seq Scan", rows: ROWS, removed: ROWS }]);
    expect(byBranch?.reads.some(isSequential)).toBe(true);
    expect(byBranch?.reads.some(isWasteful)).toBe(true);
  });

  it("reports the index that row-level security prevents", async () => {
    const [byName, byPath] = await explainStatements(url, [
      asApp("select from repository where lower(name) = $1", "77"),
      asApp("select from repository where lower_path = $1", "77"),
    ]);
    expect(byName?.reads).toMatchObject([{ access: "Seq Scan" }]);
    expect(byName?.unguarded?.[0]?.access).toContain("repository_lower_name");
    expect(byPath?.unguarded).toBeNull();
  });

  it("rolls back writes", async () => {
    const [removal] = await explainStatements(url, [asApp("delete from repository")]);
    expect(removal?.reads).toMatchObject([{ table: "repository", rows: ROWS }]);
    const { rows } = await withClient(url, (client) =>
      client.query(`select (select count(*)::int from repository) as repositories,
        (select bool_or(proleakproof) from pg_proc where proname = 'lower') as "isLeakproof"`),
    );
    expect(rows).toEqual([{ repositories: ROWS, isLeakproof: false }]);
  });
});
