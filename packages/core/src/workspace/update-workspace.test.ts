import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { beforeCommit } from "../testing/before-commit.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { untilBlocked } from "../testing/until-blocked.ts";
import { getWorkspace } from "./get-workspace.ts";
import { updateWorkspace } from "./update-workspace.ts";

const database = useTestDatabase();

it("a workspace that is renamed twice at once keeps the slug of the one and the name of the other", async () => {
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
