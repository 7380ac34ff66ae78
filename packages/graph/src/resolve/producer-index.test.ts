import { describe, expect, it } from "vitest";
import { changedNames } from "./producer-index.ts";
import type { ProducerRepository } from "./producer-repository.ts";

const ui: ProducerRepository = {
  id: "1",
  fullPath: "acme/ui",
  cloneUrl: "https://github.com/acme/ui.git",
  host: "github.com",
  hostAliases: [],
  aliases: [],
  archived: false,
  isFork: false,
  artifacts: [{ name: "@acme/ui", announces: ["npm_package:@acme/ui"] }],
};
const named = (name: string) => ({ name, announces: [`npm_package:${name}`] });

describe("changedNames", () => {
  it("is empty if nothing changed", () => {
    expect(changedNames(ui, structuredClone(ui))).toEqual([]);
  });

  it("lists all names of an added or removed repository", () => {
    const all = ["git:github.com/acme/ui", "npm_package:@acme/ui", "path:acme/ui"];
    expect(changedNames(undefined, ui).toSorted()).toEqual(all);
    expect(changedNames(ui, undefined).toSorted()).toEqual(all);
  });

  it("lists the old and the new name of a renamed artifact", () => {
    const renamed = { ...ui, artifacts: [named("@acme/kit")] };
    expect(changedNames(ui, renamed).toSorted()).toEqual(["npm_package:@acme/kit", "npm_package:@acme/ui"]);
  });

  it("lists the old and the new path of a renamed repository", () => {
    const renamed = {
      ...ui,
      fullPath: "acme/kit",
      cloneUrl: "https://github.com/acme/kit.git",
      aliases: ["acme/ui"],
    };
    expect(changedNames(ui, renamed)).toEqual(
      expect.arrayContaining([
        "path:acme/ui",
        "path:acme/kit",
        "git:github.com/acme/ui",
        "git:github.com/acme/kit",
      ]),
    );
  });

  it("lists the packages of a renamed repository, because its path breaks ties", () => {
    const before = { ...ui, artifacts: [named("@acme/theme")] };
    const after = { ...before, fullPath: "acme/ui-kit" };
    expect(changedNames(before, after)).toContain("npm_package:@acme/theme");
  });

  it("lists all names if the rank changes, for example when the repository is archived", () => {
    expect(changedNames(ui, { ...ui, archived: true })).toHaveLength(3);
  });

  it("lists the new names if the host gets an alias", () => {
    expect(changedNames(ui, { ...ui, hostAliases: ["git.acme.example"] })).toEqual([
      "git:git.acme.example/acme/ui",
    ]);
  });
});
