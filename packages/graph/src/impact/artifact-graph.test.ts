import { describe, expect, it } from "vitest";
import { BUILT } from "@knockon/extract/scope";
import { compositionUse } from "../edges.ts";
import { findNode, type PackedGraph } from "../packed-graph.ts";
import { graphOf, packUses, useOf, type Link } from "../testing/random-graph.ts";
import { artifactLevel, placesOf, repositoryLevel, scopeAt, startsOf } from "./artifact-graph.ts";

const scopesIn = (graph: PackedGraph, repository: string): string[] =>
  placesOf(artifactLevel(graph), graph.ranks[findNode(graph, repository) ?? -1] ?? -1).map((place) =>
    scopeAt(graph, place),
  );

/** Returns the scopes of `a` that a set of them contains. */
function membersOf(set: string, scopes: readonly string[]): string[] {
  const users = [set, ...scopes].map((artifact): Link => ({ source: "b", target: "a", artifact }));
  const graph = graphOf(users);
  const { sets } = artifactLevel(graph);
  return scopes.filter((scope) => {
    const [place = -1] = startsOf(graph, 0, scope);
    const found = sets.values.subarray(sets.offsets[place], sets.offsets[place + 1]);
    return [...found].some((one) => scopeAt(graph, one) === set);
  });
}

describe("artifactLevel", () => {
  it("has one place per repository and scope that a use names, and one where changes end if a use has no scope", () => {
    const graph = packUses([
      useOf({ source: "b", target: "a", artifact: "npm_package:x", scope: "npm_package:b" }),
      useOf({ source: "c", target: "a", artifact: "npm_package:x", scope: null }),
      useOf({ source: "c", target: "a", artifact: "*", scope: "npm_package:x" }),
      compositionUse("b", { outer: "container_image:b", inner: "npm_package:b" }),
    ]);
    expect(scopesIn(graph, "a").toSorted()).toEqual(["*", "npm_package:x"]);
    expect(scopesIn(graph, "b").toSorted()).toEqual(["container_image:b", "npm_package:b"]);
    expect(scopesIn(graph, "c")).toEqual(["npm_package:x", ""]);
  });

  it("separates the users of a place by repository", () => {
    const graph = packUses([
      useOf({ source: "b", target: "a", artifact: "npm_package:a" }),
      compositionUse("a", { outer: "container_image:a", inner: "npm_package:a" }),
    ]);
    const level = artifactLevel(graph);
    const [place = -1] = startsOf(graph, 0, "npm_package:a");
    const sourcesOf = ({ offsets, into }: typeof level.users) =>
      [...into.subarray(offsets[place], offsets[place + 1])].map(
        (user) => graph.paths[graph.byPath[level.repository[user] ?? -1] ?? -1],
      );
    expect([sourcesOf(level.users), sourcesOf(level.ownUsers)]).toEqual([["b"], ["a"]]);
  });

  it("is derived once per graph", () => {
    const graph = graphOf([{ source: "b", target: "a" }]);
    expect(artifactLevel(graph)).toBe(artifactLevel(graph));
    expect(repositoryLevel(graph)).toBe(repositoryLevel(graph));
  });
});

describe("sets of scopes", () => {
  const scopes = ["npm_package:ui", "unit:npm:tools", "unit:docker:Dockerfile", "helm_chart:web"];

  it.each([
    ["*", scopes],
    ["*:npm_package", ["npm_package:ui", "unit:npm:tools"]],
    ["*:container_image", ["unit:docker:Dockerfile"]],
    ["*:helm_chart", ["helm_chart:web"]],
  ])("%s contains the scopes of its type", (set, members) => {
    expect(membersOf(set, scopes)).toEqual(members);
  });

  it("contain all scopes if there is none of their type", () => {
    expect(membersOf("*:go_module", scopes)).toEqual(scopes);
  });

  it("contain no reusable workflow, except the set of all workflows", () => {
    const workflow = "reusable_workflow:acme/ci/.github/workflows/test.yml";
    expect(membersOf("*", [workflow, "npm_package:ui"])).toEqual(["npm_package:ui"]);
    expect(membersOf("*:go_module", [workflow, "npm_package:ui"])).toEqual(["npm_package:ui"]);
    expect(membersOf("*:reusable_workflow", [workflow, "npm_package:ui"])).toEqual([workflow]);
  });

  it("contain no action of the repository's own workflows, except the set of all actions", () => {
    const own = "github_action:acme/ci/.github/actions/digests";
    const action = "github_action:acme/ci/setup";
    expect(membersOf("*", [own, action])).toEqual([action]);
    expect(membersOf("*:go_module", [own, action])).toEqual([action]);
    expect(membersOf("*:github_action", [own, action])).toEqual([own, action]);
  });

  it.each([
    "azure_pipelines_template:github.com/acme/ci/deploy.yml",
    "gitlab_ci_file:acme/ci/deploy.yml",
    "gitlab_component:acme/ci/deploy",
    "circleci_orb:acme/ci",
    "jenkins_library:ci",
  ])("contain no code that a CI host runs by name, except the set of its type: %s", (template) => {
    expect(membersOf("*", [template, "npm_package:ui"])).toEqual(["npm_package:ui"]);
    expect(membersOf("*:go_module", [template, "npm_package:ui"])).toEqual(["npm_package:ui"]);
    expect(membersOf(`*:${template.split(":", 1)[0]}`, [template, "npm_package:ui"])).toEqual([template]);
  });

  it("contain no chart, manifest or Terraform module where a clone is built that contains something else", () => {
    const deployed = ["helm_chart:web", "unit:kubernetes:deploy", "terraform_module:acme/web//infra"];
    expect(membersOf(BUILT, [...deployed, "npm_package:ui"])).toEqual(["npm_package:ui"]);
    expect(membersOf(BUILT, [...deployed, "unit:docker:Dockerfile"])).toEqual(["unit:docker:Dockerfile"]);
    expect(membersOf(BUILT, deployed)).toEqual(deployed);
    expect(membersOf(BUILT, ["git_repository:acme/web", "go_module:web"])).toHaveLength(2);
    expect(membersOf(BUILT, ["gitlab_ci_file:acme/ci/deploy.yml"])).toEqual([]);
    expect(membersOf("*", [...deployed, "npm_package:ui"])).toEqual([...deployed, "npm_package:ui"]);
  });

  it("do not contain each other", () => {
    expect(membersOf("*", ["*:npm_package"])).toEqual([]);
  });
});

it("the folder of a Terraform module stands for the module in it", () => {
  const modules = ["terraform_module:acme/net//vpc", "terraform_module:acme/net//x/vpc", "helm_chart:vpc"];
  expect(membersOf("unit:terraform:vpc", modules)).toEqual(["terraform_module:acme/net//vpc"]);
  const graph = graphOf([{ source: "b", target: "a", artifact: "unit:terraform:vpc" }]);
  expect(startsOf(graph, 0, "terraform_module:acme/net//vpc")).toHaveLength(1);
  expect(startsOf(graph, 0, "terraform_module:acme/net//subnet")).toEqual([]);
});

describe("startsOf", () => {
  const graph = graphOf([
    { source: "b", target: "a", artifact: "npm_package:ui" },
    { source: "b", target: "a", artifact: "*:npm_package" },
    { source: "b", target: "a", artifact: "*:go_module" },
    { source: "b", target: "a", artifact: "*" },
  ]);
  const scopesOf = (scope: string) => startsOf(graph, 0, scope).map((place) => scopeAt(graph, place));

  it("returns the place of a scope", () => {
    expect(scopesOf("npm_package:ui")).toEqual(["npm_package:ui"]);
  });

  it("returns the sets that contain a scope that no use names", () => {
    expect(scopesOf("npm_package:icons").toSorted()).toEqual(["*", "*:go_module", "*:npm_package"]);
    expect(scopesOf("helm_chart:web").toSorted()).toEqual(["*", "*:go_module"]);
  });
});

it("repositoryLevel has one place per repository, which every use leads to and from", () => {
  const graph = graphOf([{ source: "b", target: "a", scope: null, artifact: "*" }], ["c"]);
  const { repository, artifact, users, sets } = repositoryLevel(graph);
  expect([...repository]).toEqual([0, 1, 2]);
  expect([[...artifact], [...users.into], [...sets.values]]).toEqual([[0], [1], []]);
});
