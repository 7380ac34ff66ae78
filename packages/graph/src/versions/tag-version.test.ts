import { expect, it } from "vitest";
import { tagVersion } from "./tag-version.ts";

it.each([
  ["terraform", "v3.0.0", "3.0.0"],
  ["terraform", "v3", undefined],
  ["terraform", "3.1", undefined],
  ["npm", "v1.2.0", "1.2.0"],
  ["docker", "v1.2.0", "1.2.0"],
  ["docker", "20240115", "20240115"],
  ["go", "v1.2.0", "v1.2.0"],
  ["git", "v1", undefined],
  ["git", "ui-v1.2.0", "ui-v1.2.0"],
  ["git", "nightly", undefined],
] as const)("the %s version of the tag %s is %s", (scheme, tag, version) => {
  expect(tagVersion(scheme, tag)).toBe(version);
});
