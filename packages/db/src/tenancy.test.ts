import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectNodePostgres } from "./connect/node-postgres.ts";
import { createTestDatabase, type TestDatabase } from "./connect/test-database.ts";
import type { Connection, Transaction } from "./database.ts";
import { asSystem, inWorkspace } from "./in-workspace.ts";

/** All grants of the system role. A new grant must be added here. */
const SYSTEM_GRANTS = [
  "api_key: SELECT",
  "api_key: UPDATE (last_used_at)",
  "artifact: SELECT (id, workspace_id)",
  "blob: DELETE, INSERT, SELECT, UPDATE",
  "change_check: SELECT (connected_org_id, created_at, enqueued_at, id, lease_until, not_before, status, workspace_id)",
  "connected_org: SELECT (id, next_scheduled_at, workspace_id)",
  "credential: SELECT (installation_id, workspace_id)",
  "extraction: SELECT (id, lookup_hashes, workspace_id)",
  "former_slug: SELECT",
  "github_installation: SELECT (installation_id, workspace_id)",
  "github_setup: DELETE, SELECT",
  "invitation: SELECT (accepted_at, email, expires_at, id, revoked_at, token_hash, workspace_id)",
  "membership: SELECT",
  "queue_message: DELETE, INSERT, SELECT, UPDATE",
  "rate_bucket: DELETE, INSERT, SELECT, UPDATE",
  "repository: SELECT (id, workspace_id)",
  "rescan_request: SELECT",
  "scan: SELECT",
  "session: DELETE",
  "session: SELECT (expires_at, id, token, user_id)",
  "subscription: SELECT (external_customer_id, read_at, workspace_id)",
  "user: SELECT (email, email_verified, id, name)",
  "verification: DELETE",
  "verification: SELECT (expires_at, id)",
  "webhook: SELECT",
  "workspace: DELETE, INSERT, SELECT",
];

let testDatabase: TestDatabase;
let connection: Connection;
let tables: string[];
const [alpha, beta] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  testDatabase = await createTestDatabase(inject("templateUrl"));
  connection = connectNodePostgres(testDatabase.url);
  tables = await query<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' order by 1`).then((rows) =>
    rows.map((row) => row.name),
  );
  await fillEveryTable();
});

afterAll(async () => {
  await connection.close();
  await testDatabase.drop();
});

/** As the server's owner, to which no policy applies. */
async function query<T extends Record<string, unknown>>(statement: SQL): Promise<T[]> {
  return (await connection.database.execute(statement)).rows as T[];
}

/** Inserts a row of each workspace into each table. Every required column gets a value of its type. */
async function fillEveryTable(): Promise<void> {
  await connection.database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const id of [alpha, beta]) {
      await tx.execute(sql`insert into workspace (id, name, slug) values (${id}, 'Acme', ${id})`);
      for (const table of tables) await tx.execute(await insertOf(table, id));
    }
  });
}

async function insertOf(table: string, workspaceId: string): Promise<SQL> {
  const columns = await query<{ name: string; type: string }>(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table}
      and (column_name = 'workspace_id' or (is_nullable = 'NO' and column_default is null and is_identity = 'NO'
        and is_generated = 'NEVER'))`);
  const values = columns.map(({ name, type }) => (name === "workspace_id" ? workspaceId : valueOf(type)));
  const names = columns.map(({ name }) => sql.identifier(name));
  return sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)})
    values (${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`;
}

function valueOf(type: string): string {
  if (type === "uuid" || type === "text") return randomUUID();
  if (type === "jsonb" || type === "ARRAY") return "{}";
  return type.startsWith("timestamp") ? "2026-01-01" : "1";
}

const workspacesIn = async (tx: Transaction, table: string): Promise<string[]> => {
  const column = sql.identifier(table === "workspace" ? "id" : "workspace_id");
  const { rows } = await tx.execute(sql`select distinct ${column} as id from ${sql.identifier(table)}`);
  return rows.map((row) => row["id"] as string);
};

/** The error for a table without a delete grant. */
function nothingIfDenied(error: unknown): { rowCount: number } {
  const { cause } = error as { cause?: { message?: string } };
  if (cause?.message?.includes("permission denied")) return { rowCount: 0 };
  throw error;
}

const scope = (workspaceId: string) => ({ database: connection.database, workspaceId });

describe("a workspace's rows", () => {
  it("exist for both workspaces in every table", async () => {
    expect(tables.length).toBeGreaterThan(8);
    await connection.database.transaction(async (tx) => {
      for (const table of [...tables, "workspace"]) {
        expect((await workspacesIn(tx, table)).toSorted(), `in ${table}`).toEqual([alpha, beta].toSorted());
      }
    });
  });

  it("are invisible to the application's role until a workspace is set", async () => {
    await connection.database.transaction(async (tx) => {
      await tx.execute(sql`set local role knockon_app`);
      for (const table of [...tables, "workspace"])
        expect(await workspacesIn(tx, table), `in ${table}`).toEqual([]);
    });
  });

  it("are the only rows that its transaction sees", async () => {
    await inWorkspace(scope(alpha), async (tx) => {
      for (const table of [...tables, "workspace"])
        expect(await workspacesIn(tx, table), `in ${table}`).toEqual([alpha]);
    });
  });

  it("cannot be written by another workspace's transaction", async () => {
    for (const table of tables) {
      const insert = await insertOf(table, beta);
      await expect(
        inWorkspace(scope(alpha), (tx) => tx.execute(insert)),
        `in ${table}`,
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining("row-level security") } });
    }
  });

  it("cannot be updated or deleted by another workspace's transaction", async () => {
    for (const table of tables) {
      const name = sql.identifier(table);
      const theirs = sql`where workspace_id = ${beta}`;
      const removed = await inWorkspace(scope(alpha), (tx) =>
        tx.execute(sql`delete from ${name} ${theirs}`),
      ).catch(nothingIfDenied);
      expect(removed.rowCount, `in ${table}`).toBe(0);
      await expect(
        inWorkspace(scope(alpha), (tx) => tx.execute(sql`update ${name} set workspace_id = ${beta}`)),
        `in ${table}`,
      ).rejects.toThrow("Failed query");
    }
  });

  it("do not carry over to the next transaction of the connection", async () => {
    const single = connectNodePostgres(testDatabase.url, 1);
    await inWorkspace({ database: single.database, workspaceId: alpha }, async () => {});
    const { rows } = await single.database.execute(
      sql`select current_user <> 'knockon_app' as is_owner, current_workspace_id() as id`,
    );
    await single.close();
    expect(rows).toEqual([{ is_owner: true, id: null }]);
  });
});

describe("the database's roles", () => {
  it("do not bypass row-level security", async () => {
    const rows = await query(sql`
      select rolname, rolbypassrls, rolsuper, rolcanlogin from pg_roles where rolname like 'knockon\\_%' order by 1`);
    const ordinary = { rolbypassrls: false, rolsuper: false, rolcanlogin: false };
    expect(rows).toEqual([
      { rolname: "knockon_app", ...ordinary },
      { rolname: "knockon_system", ...ordinary },
    ]);
  });

  it("are subject to it in every tenant table, as is the owner", async () => {
    const rows = await query<{ name: string }>(sql`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relrowsecurity and relforcerowsecurity order by 1`);
    expect(rows.map((row) => row.name)).toEqual([...tables, "workspace"].toSorted());
  });

  it("grant the system role only what is listed", async () => {
    const whole = await query<{ grant: string }>(sql`
      select table_name || ': ' || string_agg(privilege_type, ', ' order by privilege_type) as grant
      from information_schema.role_table_grants where grantee = 'knockon_system' group by table_name`);
    const columns = await query<{ grant: string }>(sql`
      select format('%s: %s (%s)', table_name, privilege_type, string_agg(column_name, ', ' order by column_name)) as grant
      from information_schema.column_privileges as held
      where grantee = 'knockon_system' and not exists (
        select from information_schema.role_table_grants as whole
        where whole.grantee = held.grantee and whole.table_name = held.table_name
          and whole.privilege_type = held.privilege_type)
      group by table_name, privilege_type`);
    expect([...whole, ...columns].map((row) => row.grant).toSorted()).toEqual(SYSTEM_GRANTS);
  });

  it("do not let the system role read a tenant's data", async () => {
    await expect(
      asSystem(connection.database, (tx) => tx.execute(sql`select name from repository`)),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining("permission denied") } });
  });
});

it("every row that refers to a workspace is deleted with it", async () => {
  const kept = await query(sql`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'workspace'::regclass and confdeltype <> 'c'`);
  expect(kept).toEqual([]);
});
