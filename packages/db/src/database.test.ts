import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { prepared } from "./database.ts";
import { asSystem, inWorkspace } from "./in-workspace.ts";
import { workspace } from "./schema/workspace.sql.ts";
import { useTestDatabase } from "./testing/use-test-database.ts";

const database = useTestDatabase(1);
const [alpha, beta] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  await database()
    .insert(workspace)
    .values([alpha, beta].map((id) => ({ id, name: "Acme", slug: id })));
});

const selectAll = prepared("all", (tx) =>
  tx.select({ id: workspace.id }).from(workspace).orderBy(workspace.id),
);
const seenIn = async (workspaceId: string): Promise<string[]> => {
  const rows = await inWorkspace({ database: database(), workspaceId }, (tx) => selectAll(tx, {}));
  return rows.map(({ id }) => id);
};

it("returns rows of the transaction's own role and workspace, also when another prepared the statement", async () => {
  const both = [alpha, beta].toSorted().map((id) => ({ id }));
  expect(await database().transaction((tx) => selectAll(tx, {}))).toEqual(both);
  expect(await seenIn(alpha)).toEqual([alpha]);
  expect(await seenIn(beta)).toEqual([beta]);
  expect(await asSystem(database(), (tx) => selectAll(tx, {}))).toEqual(both);
  expect(await seenIn(alpha)).toEqual([alpha]);
});

it("does so with a generic plan too", async () => {
  for (let time = 0; time < 10; time += 1) expect(await seenIn(alpha)).toEqual([alpha]);
  expect(await seenIn(beta)).toEqual([beta]);
});

it("is built and parsed once per connection", async () => {
  let builds = 0;
  const findById = prepared("by id", (tx) => {
    builds += 1;
    return tx
      .select()
      .from(workspace)
      .where(eq(workspace.id, sql.placeholder("id")));
  });
  for (const id of [alpha, beta, alpha]) {
    const found = await database().transaction((tx) => findById(tx, { id }));
    expect(found).toMatchObject([{ id }]);
  }
  const { rows } = await database().execute(
    sql`select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'by id'`,
  );
  expect({ builds, rows }).toEqual({ builds: 1, rows: [{ runs: "3" }] });
});

it("rejects a name that another statement uses", async () => {
  const other = prepared("all", (tx) => tx.select({ slug: workspace.slug }).from(workspace));
  await expect(database().transaction((tx) => other(tx, {}))).rejects.toMatchObject({
    cause: { message: expect.stringContaining("must be unique") },
  });
});
