import { rateBucket } from "@knockon/db/schema/rate-bucket.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { AT_ONCE } from "./in-batches.ts";

const database = useTestDatabase();
const DAY = 24 * 60 * 60 * 1000;

it("what was counted of a key is deleted a day after its last minute began, and not before [D-12.7]", async () => {
  const { ctx, advance } = await openTestWorkspace(database());
  const bucketOf = (key: string) => ({ key, startedAt: ctx.now(), previous: 3, current: 4 });
  await database()
    .insert(rateBucket)
    .values(Array.from({ length: AT_ONCE + 1 }, (_, index) => bucketOf(`old-${index}`)));
  advance(DAY);
  await database().insert(rateBucket).values(bucketOf("busy"));
  expect(await collectGarbage(ctx)).toMatchObject({ rateBuckets: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ rateBuckets: AT_ONCE + 1 });
  expect(await database().select({ key: rateBucket.key }).from(rateBucket)).toEqual([{ key: "busy" }]);
});
