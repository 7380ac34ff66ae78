import { describe, expect, it } from "vitest";
import { readPresets } from "./preset.ts";

const found = (text: string) =>
  readPresets(text).map(({ artifact, file, versionConstraint, lookups }) => ({
    artifact,
    file,
    versionConstraint,
    lookups,
  }));

describe("readPresets", () => {
  it.each([
    ['"github>acme/presets"', "github.com/acme/presets", "default.json", null],
    ["'github>acme/presets:base.json5'", "github.com/acme/presets", "base.json5", null],
    [
      '"github>acme/presets//go/libraries:strict#v1.2.0"',
      "github.com/acme/presets",
      "go/libraries/strict.json",
      "v1.2.0",
    ],
    ['"gitlab>acme/tools/presets:base(weekly, 3)"', "gitlab.com/acme/tools/presets", "base.json", null],
  ])("reads %s", (text, artifact, file, versionConstraint) => {
    expect(found(`{ extends: [${text}] }`)).toEqual([
      { artifact, file, versionConstraint, lookups: [`git:${artifact}`] },
    ]);
  });

  it("finds a repository of the own host by its path", () => {
    expect(found('"local>acme/presets"')).toEqual([
      {
        artifact: "acme/presets",
        file: "default.json",
        versionConstraint: null,
        lookups: ["path:acme/presets"],
      },
    ]);
  });

  it("ignores built-in presets and text", () => {
    expect(found('"config:recommended", ":semanticCommits", use github>acme/presets')).toEqual([]);
  });
});
