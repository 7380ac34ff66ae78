import { expect, it } from "vitest";
import { artifactColumns, withValues } from "./artifact-columns.tsx";

it("has a column of versions only if an artifact has one", () => {
  const idsOf = (...versions: (string | null)[]) =>
    withValues(
      artifactColumns("local"),
      versions.map((version) => ({ version })),
    ).map(({ id }) => id);
  expect(idsOf(null, "v1")).toContain("version");
  expect(idsOf(null, null)).toEqual(["name", "type", "producer", "consumers"]);
});
