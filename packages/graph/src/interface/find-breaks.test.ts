import { describe, expect, it } from "vitest";
import type { Argument, ArtifactInterface, Member } from "@knockon/extract/interface";
import { diffInterfaces } from "./diff-interfaces.ts";
import { findBreaks } from "./find-breaks.ts";

const SCOPE = "go_module:github.com/acme/kit";

const names = (members: readonly string[], scope = SCOPE): ArtifactInterface => ({
  scope,
  file: "go.mod",
  line: 1,
  members: members.map((name, at): Member => ({ kind: "name", name, file: "kit.go", line: at + 1 })),
});

const use = (used: readonly string[], scope = SCOPE) => ({
  scope,
  file: "go.mod",
  line: 5,
  arguments: used.map((name, at): Argument => ({ kind: "name", name, file: "main.go", line: at + 10 })),
});

const found = (before: ArtifactInterface, after: ArtifactInterface, used: readonly string[]) => {
  const { breaks, undecided } = findBreaks(diffInterfaces([before], [after]), [use(used, before.scope)]);
  return [
    ...breaks.map((one) => `${one.change} ${one.name} ${one.renamedTo} ${one.at.line} ${one.effect}`),
    ...undecided.map((one) => `undecided ${one.name}: ${one.reason}`),
  ];
};

describe("exported names", () => {
  it("fails if a name or a package is gone, and suggests only names that are alike", () => {
    const before = names([".Do", ".NewClient", "retry", "retry.New"]);
    const after = names([".NewRestClient", ".Other"]);
    expect(found(before, after, [".Do", ".NewClient", "retry", "retry.New"])).toEqual([
      "removed .Do null 10 fails",
      "renamed .NewClient .NewRestClient 11 fails",
      "removed retry null 12 fails",
      "removed retry.New null 13 fails",
    ]);
  });

  it("ignores names that the module never had, and a module that is gone", () => {
    expect(found(names([".Do"]), names([]), [".Field", ".do"])).toEqual([]);
    expect(findBreaks(diffInterfaces([names([".Do"])], []), [use([".Do"])]).breaks).toEqual([]);
  });

  it("is undecided if not all files were read", () => {
    const after = { ...names([]), open: { name: "large.go was not read" } };
    expect(found(names([".Do"]), after, [".Do"])).toEqual(["undecided .Do: large.go was not read"]);
  });
});
