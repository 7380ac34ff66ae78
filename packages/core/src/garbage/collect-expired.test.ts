import { randomUUID } from "node:crypto";
import { session, user, verification } from "@knockon/db/schema/user.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { AT_ONCE } from "./in-batches.ts";

const database = useTestDatabase();

it("sessions and what links prove are deleted once they have expired, and not before", async () => {
  const { ctx, advance } = await openTestWorkspace(database());
  const userId = randomUUID();
  const expiresAt = new Date(ctx.now().getTime() + 1000);
  const later = new Date(ctx.now().getTime() + 2000);
  const sessionOf = (token: string, at: Date) => ({ id: randomUUID(), userId, token, expiresAt: at });
  const linkOf = (identifier: string, at: Date) => ({
    id: randomUUID(),
    identifier,
    value: "x",
    expiresAt: at,
  });
  await database().insert(user).values({ id: userId, name: "Ada", email: "ada@acme.example" });
  const many = Array.from({ length: AT_ONCE + 1 }, (_, index) => sessionOf(`old-${index}`, expiresAt));
  await database()
    .insert(session)
    .values([...many, sessionOf("current", later)]);
  await database()
    .insert(verification)
    .values([linkOf("old", expiresAt), linkOf("current", later)]);
  advance(1000);
  expect(await collectGarbage(ctx)).toMatchObject({ sessions: 0, verifications: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ sessions: AT_ONCE + 1, verifications: 1 });
  expect(await database().select({ token: session.token }).from(session)).toEqual([{ token: "current" }]);
  expect(await database().select({ of: verification.identifier }).from(verification)).toEqual([
    { of: "current" },
  ]);
});
