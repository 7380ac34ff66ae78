import { randomUUID } from "node:crypto";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import type { Context } from "../context.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { createInvitation, listInvitations } from "./invitations.ts";

const database = useTestDatabase();

it("an invitation whose email failed is revoked, so the address can be invited again", async () => {
  const { ctx: base } = await openTestWorkspace(database());
  const ctx: Context = {
    ...base,
    actor: { type: "user", id: randomUUID(), role: "owner" },
    now: () => new Date(),
    ports: { ...base.ports, sendMail: () => Promise.reject(new Error("The mail service is down.")) },
  };
  const invite = () => createInvitation(ctx, { email: "ada@acme.example", role: "member" });
  await expect(invite()).rejects.toThrow("The mail service is down.");
  expect(await listInvitations(ctx, { limit: 10, offset: 0 })).toEqual({ total: 0, body: [] });
  ctx.ports.sendMail = async () => {};
  expect(await invite()).toMatchObject({ email: "ada@acme.example" });
});
