import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { credential } from "@knockon/db/schema/connected-org.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { authenticateKey } from "../api-key/authenticate-key.ts";
import { createApiKey } from "../api-key/api-keys.ts";
import { NotFoundError } from "../errors.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { deleteWorkspace } from "./delete-workspace.ts";
import { openLocalWorkspace } from "./create-workspace.ts";

const database = useTestDatabase();

it("no key of a deleted workspace is valid, not even one created concurrently", async () => {
  const { ctx } = await openTestWorkspace(database());
  const before = await createApiKey(ctx, { name: "before" });
  await deleteWorkspace(ctx);
  const meanwhile = await createApiKey(ctx, { name: "meanwhile" });
  expect(await authenticateKey(database(), before.key)).toBeUndefined();
  expect(await authenticateKey(database(), meanwhile.key)).toBeUndefined();
  await expect(deleteWorkspace(ctx)).rejects.toThrow(NotFoundError);
});

it("the tokens of a deleted workspace are deleted", async () => {
  const { ctx, connect } = await openTestWorkspace(database());
  await connect(scriptOrg({}));
  await inWorkspace(ctx, (tx) => tx.update(credential).set({ accessTokenEncrypted: "1.sealed" }));
  await deleteWorkspace(ctx);
  expect(
    await inWorkspace(ctx, (tx) => tx.select({ token: credential.accessTokenEncrypted }).from(credential)),
  ).toEqual([{ token: null }]);
});

it("a local installation whose workspace was deleted gets a new one without a key", async () => {
  const local = await openLocalWorkspace(database());
  const { ctx } = await openTestWorkspace(database());
  await createApiKey({ ...ctx, workspaceId: local.id }, { name: "first" });
  for (const { id } of await asSystem(database(), (tx) => tx.select({ id: workspace.id }).from(workspace)))
    await deleteWorkspace({ ...ctx, workspaceId: id }).catch(() => {});
  const next = await openLocalWorkspace(database());
  expect(next).toEqual({ id: expect.not.stringMatching(local.id), hasKey: false });
  expect(await openLocalWorkspace(database())).toEqual(next);
});
