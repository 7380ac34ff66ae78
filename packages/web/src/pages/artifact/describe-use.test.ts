import { expect, it } from "vitest";
import { describeUse } from "./describe-use.ts";

it("says when the consumers get a change, as the page of the repository does", () => {
  const used = { consumer_count: 5, dependent_count: 3 };
  expect(describeUse(used, ["bump", "next_run", "bump"])).toBe(
    "Used by 3 repositories: 1 on its next run, 2 when bumped. 2 more only mention it.",
  );
  expect(
    describeUse({ consumer_count: 3, dependent_count: 3 }, ["bump", "next_run", "next_run"], {
      may: 2,
      most: 1,
    }),
  ).toBe(
    "Used by 3 repositories: 2 may get it on their next run (at most 1 with one version), 1 when bumped.",
  );
  expect(describeUse({ consumer_count: 1, dependent_count: 1 }, ["bump"])).toBe(
    "Used by 1 repository: when bumped.",
  );
});

it("claims no timing that is not known, and no use by what only mentions it", () => {
  expect(describeUse({ consumer_count: 4, dependent_count: 3 }, null)).toBe(
    "Used by 3 repositories. 1 more only mentions it.",
  );
  expect(describeUse({ consumer_count: 1, dependent_count: 0 }, null)).toBe(
    "No known consumers. 1 repository only mentions it.",
  );
  expect(describeUse({ consumer_count: 0, dependent_count: 0 }, null)).toBe("No known consumers.");
});

it("says that no release is expected if the producer is archived, not when", () => {
  const used = { consumer_count: 3, dependent_count: 2 };
  expect(describeUse(used, ["bump", "next_run"], null, true)).toBe(
    "Archived: no new release is expected. Used by 2 repositories. 1 more only mentions it.",
  );
  expect(describeUse({ consumer_count: 0, dependent_count: 0 }, null, null, true)).toBe(
    "Archived: no new release is expected. No known consumers.",
  );
});
