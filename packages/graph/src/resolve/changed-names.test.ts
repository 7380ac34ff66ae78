import { expect, it } from "vitest";
import { changedNames } from "./changed-names.ts";
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

it("are none where nothing changed", () => {
  expect(changedNames(ui, structuredClone(ui))).toEqual([]);
});

it("are all of a repository that comes or goes", () => {
  const all = ["git:github.com/acme/ui", "npm_package:@acme/ui", "path:acme/ui"];
  expect(changedNames(undefined, ui).toSorted()).toEqual(all);
  expect(changedNames(ui, undefined).toSorted()).toEqual(all);
});

it("are what an artifact's rename takes and gives", () => {
  const renamed = { ...ui, artifacts: [named("@acme/kit")] };
  expect(changedNames(ui, renamed).toSorted()).toEqual(["npm_package:@acme/kit", "npm_package:@acme/ui"]);
});

it("are the old and the new path of a rename, and all that the repository is called like", () => {
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

it("are a renamed repository's packages too: among equals its path decides", () => {
  const before = { ...ui, artifacts: [named("@acme/theme")] };
  const after = { ...before, fullPath: "acme/ui-kit" };
  expect(changedNames(before, after)).toContain("npm_package:@acme/theme");
});

it("are all where the rank changes, as by archiving", () => {
  expect(changedNames(ui, { ...ui, archived: true })).toHaveLength(3);
});

it("are the new ones where the host gets another name", () => {
  expect(changedNames(ui, { ...ui, hostAliases: ["git.acme.example"] })).toEqual([
    "git:git.acme.example/acme/ui",
  ]);
});
