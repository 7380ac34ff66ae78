import { describe, expect, it } from "vitest";
import { moduleVersions } from "./module-versions.ts";

const TAGS = [
  "v0.30.0",
  "v1.2.0",
  "v2.0.0",
  "v3.1.0-rc.1",
  "api/v0.1.0",
  "api/v2.0.0",
  "latest",
  "1.5.0",
  "v1",
];

describe("moduleVersions", () => {
  it.each([
    ["acme.io/x", ".", ["v0.30.0", "v1.2.0"]],
    ["acme.io/x/v2", ".", ["v2.0.0"]],
    ["acme.io/x/v2", "v2", ["v2.0.0"]],
    ["gopkg.in/x.v3", "", ["v3.1.0-rc.1"]],
    ["acme.io/x/api", "api", ["v0.1.0"]],
    ["acme.io/x/api/v2", "api/v2", ["v2.0.0"]],
    ["acme.io/x/ap", "ap", []],
  ])("of %s in %j", (path, folder, expected) => {
    expect(moduleVersions(path, folder, TAGS)).toEqual(expected);
  });
});
