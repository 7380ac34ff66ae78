import { describe, expect, it } from "vitest";
import { everyScope } from "../edges.ts";
import { findNode, getUse } from "../packed-graph.ts";
import { packUses, useOf } from "../testing/random-graph.ts";
import { scopeAt } from "./artifact-graph.ts";
import { startsOfPaths } from "./path-starts.ts";

const FILES = {
  "npm_package:root": "package.json",
  "npm_package:ui": "packages/ui/package.json",
  "github_action:a/setup": "setup/action.yml",
  "reusable_workflow:a/.github/workflows/release.yml": ".github/workflows/release.yml",
};

it.each([
  ["ansible_role:acme.web", "meta/main.yml", "defaults/main.yml"],
  ["jenkins_library:pipeline-library", "vars/build.groovy", "src/org/acme/Build.groovy"],
])("%s is built from the folder around that of %s", (artifact, file, path) => {
  const small = packUses([useOf({ source: "b", target: "a", artifact })]);
  const { starts, unusedPaths } = startsOfPaths(small, findNode(small, "a") ?? -1, [path], {
    artifactFiles: new Map([[artifact, file]]),
    declarations: [],
  });
  expect([starts?.length, unusedPaths]).toEqual([1, []]);
});

it("counts references to the repository of a collection for each of its files", () => {
  const use = useOf({ source: "b", target: "a", artifact: everyScope("ansible_collection") });
  const small = packUses([use]);
  const { countsForRoot, unusedPaths } = startsOfPaths(
    small,
    findNode(small, "a") ?? -1,
    ["roles/web/tasks/main.yml"],
    {
      artifactFiles: new Map([["ansible_collection:acme.web", "galaxy.yml"]]),
      declarations: [{ use, rawReference: "https://github.com/acme/acme.web.git,dev" }],
    },
  );
  expect([countsForRoot?.(0), unusedPaths]).toEqual([true, []]);
});

const SCOPES = [
  ...Object.keys(FILES),
  "unit:docker:images/base/Dockerfile",
  "unit:terraform:modules/logs",
  "unit:file:scripts/install.sh",
];
const BY_NAME = useOf({ source: "b", target: "a", artifact: everyScope("git_repository") });

const graph = packUses([...SCOPES.map((artifact) => useOf({ source: "b", target: "a", artifact })), BY_NAME]);

function start(paths: string[], rawReference = "https://github.com/a") {
  const { starts, countsForRoot, unusedPaths } = startsOfPaths(graph, findNode(graph, "a") ?? -1, paths, {
    artifactFiles: new Map(Object.entries(FILES)),
    declarations: [{ use: BY_NAME, rawReference }],
  });
  const byName = [...graph.uses.source.keys()].find((use) => getUse(graph, use).artifact === "*") ?? -1;
  const scopes = (starts ?? []).map((place) => scopeAt(graph, place)).filter((scope) => scope !== "*");
  return { scopes: scopes.toSorted(), byName: countsForRoot?.(byName), unusedPaths };
}

it("counts a use that stands for an artifact by its name, if a path is its source", () => {
  const named = useOf({ source: "b", target: "a", artifact: everyScope("circleci_orb") });
  const small = packUses([named]);
  const counts = (path: string) =>
    startsOfPaths(small, findNode(small, "a") ?? -1, [path], {
      artifactFiles: new Map([["circleci_orb:acme/web", "src/web/web.yml"]]),
      declarations: [{ use: named, rawReference: "acme/web@1.2.0", scope: "circleci_orb:acme/web" }],
    }).countsForRoot?.(0);
  expect([counts("src/web/web.yml"), counts("src/other/other.yml")]).toEqual([true, false]);
});

describe("startsOfPaths", () => {
  it.each([
    [["packages/ui/src/button.ts"], ["npm_package:ui"]],
    [["packages"], ["npm_package:ui"]],
    [["/packages/../packages//ui/"], ["npm_package:ui"]],
    [["README.md"], ["npm_package:root"]],
    [
      ["./setup/", "images/base/entrypoint.sh"],
      ["github_action:a/setup", "unit:docker:images/base/Dockerfile"],
    ],
    [["scripts/install.sh"], ["npm_package:root", "unit:file:scripts/install.sh"]],
    [["scripts/lib.sh"], ["npm_package:root"]],
    [["modules/logs/main.tf"], ["unit:terraform:modules/logs"]],
    [[".github/workflows/release.yml"], ["reusable_workflow:a/.github/workflows/release.yml"]],
    [["."], SCOPES.toSorted()],
  ])("of %j are the scopes below them and of the nearest folder", (paths, scopes) => {
    expect(start(paths)).toMatchObject({ scopes, unusedPaths: [] });
  });

  it("count a declaration that names only the repository if it names a path", () => {
    expect(start(["setup"]).byName).toBe(false);
    expect(start(["setup"], "https://github.com/a/tree/main/setup").byName).toBe(true);
    expect(start(["setup/action.yml"], "a/setup@v1").byName).toBe(true);
    expect(start(["setup"], "a/setup-node@v1").byName).toBe(false);
    expect(start(["/"]).byName).toBe(true);
    expect(start(["setup/src/index.js"], "a/setup@v1").byName).toBe(true);
    expect(
      start(["modules/logs/policies/read.json"], "git::https://x/a.git//modules/logs?ref=v1").byName,
    ).toBe(true);
    expect(start(["modules/logs/policies/read.json"], "git::https://x/a.git//modules/logs-v2").byName).toBe(
      false,
    );
  });

  it("lists paths that nothing is built from", () => {
    const [place] = [useOf({ source: "b", target: "a", artifact: "github_action:a/setup" })];
    const small = packUses([place]);
    const { starts, unusedPaths } = startsOfPaths(
      small,
      findNode(small, "a") ?? -1,
      ["lint", "setup", "../x"],
      {
        artifactFiles: new Map([["github_action:a/setup", "setup/action.yml"]]),
        declarations: [],
      },
    );
    expect(starts).toHaveLength(1);
    expect(unusedPaths).toEqual(["lint", "../x"]);
  });
});
