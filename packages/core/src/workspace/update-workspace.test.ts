import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { beforeCommit, untilBlocked } from "../testing/concurrency.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { getWorkspace } from "./read-workspaces.ts";
import { updateWorkspace } from "./update-workspace.ts";

const database = useTestDatabase();

it("two concurrent renames keep the slug of one and the name of the other", async () => {
  const { ctx } = await openTestWorkspace(database());
  let second: Promise<unknown> | undefined;
  const during = beforeCommit(ctx, async () => {
    second = updateWorkspace(ctx, { name: "Last", regenerateSlug: false });
    await untilBlocked(database(), 1);
  });
  const { slug } = await updateWorkspace(during, { name: "First of all", regenerateSlug: true });
  await second;
  expect(await getWorkspace(ctx)).toMatchObject({ slug, name: "Last" });
});
