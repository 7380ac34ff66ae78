import { randomUUID } from "node:crypto";
import { user } from "@knockon/db/schema/user.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import type { UserContext } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { createWorkspace, MAX_OWNED_WORKSPACES } from "./create-workspace.ts";

const database = useTestDatabase();

it("a user owns a limited number of workspaces, also if they are created at once", async () => {
  const { ctx } = await openTestWorkspace(database());
  const id = randomUUID();
  await database()
    .insert(user)
    .values({ id, name: "Ada", email: `${id}@acme.example` });
  const mine: UserContext = { ...ctx, workspaceId: null, actor: { type: "user", id, role: null } };
  const create = () => createWorkspace(mine, { name: "Mine" });
  for (let owned = 0; owned < MAX_OWNED_WORKSPACES - 2; owned += 1) await create();
  const results = await Promise.allSettled([create(), create(), create(), create()]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const [refused] = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as Error] : [],
  );
  expect(refused).toBeInstanceOf(ConflictError);
});
