import { describe, expect, it } from "vitest";
import type { Manager } from "./managers.ts";
import type { BotDependency } from "./run-bot.ts";
import { theirDeclarations } from "./their-declarations.ts";

const read = (manager: Manager, dependency: BotDependency, packageFile = "file") =>
  theirDeclarations("Acme/App", { [manager]: [{ packageFile, deps: [dependency] }] });

const nameAndVersion = (manager: Manager, dependency: BotDependency) => {
  const [declaration] = read(manager, dependency).declarations;
  return declaration && [declaration.name, declaration.version];
};

describe("theirDeclarations", () => {
  it.each<[string, Manager, BotDependency, [string, string]]>([
    [
      "an image with tag and digest",
      "dockerfile",
      { depName: "alpine", datasource: "docker", currentValue: "3.20", currentDigest: "sha256:ab" },
      ["docker.io/library/alpine", "3.20@sha256:ab"],
    ],
    [
      "an action pinned to a commit, without the tag in its comment",
      "github-actions",
      { depName: "Acme/setup", depType: "action", currentValue: "v4", currentDigest: "0123abc" },
      ["acme/setup", "0123abc"],
    ],
    [
      "a public registry's module",
      "terraform",
      { depName: "acme/vpc/aws", depType: "module", datasource: "terraform-module", currentValue: "1.0.0" },
      ["registry.terraform.io/acme/vpc/aws", "1.0.0"],
    ],
    [
      "another registry's module",
      "terraform",
      {
        depName: "acme/vpc/aws",
        depType: "module",
        datasource: "terraform-module",
        registryUrls: ["https://tf.acme.io"],
      },
      ["tf.acme.io/acme/vpc/aws", ""],
    ],
    [
      "a module from git",
      "terraform",
      {
        depName: "git.acme.io/tf/vpc",
        packageName: "ssh://git@git.acme.io/tf/vpc.git",
        depType: "module",
        datasource: "git-tags",
        currentValue: "v1",
      },
      ["git.acme.io/tf/vpc", "v1"],
    ],
    [
      "an override by the package it selects",
      "npm",
      { depName: "left-pad@^1", packageName: "left-pad", depType: "overrides", currentValue: "1.3.0" },
      ["left-pad", "1.3.0"],
    ],
  ])("spells %s as we do", (_, manager, dependency, expected) => {
    expect(nameAndVersion(manager, dependency)).toEqual(expected);
  });

  it.each<[string, Manager, BotDependency]>([
    ["runner images (runs-on)", "github-actions", { depName: "ubuntu", depType: "github-runner" }],
    ["engines", "npm", { depName: "node", depType: "engines" }],
    [
      "what the repository itself publishes",
      "gomod",
      { depName: "x", packageName: "github.com/acme/app/v2" },
    ],
    ["what the repository itself publishes", "github-actions", { depName: "x", packageName: "acme/app" }],
    ["what lies in the same checkout", "npm", { depName: "ui", currentValue: "workspace:*" }],
    ["references that the bot could not name (contains-variable)", "dockerfile", { replaceString: "$BASE" }],
  ])("leaves out %s", (reason, manager, dependency) => {
    expect(read(manager, dependency)).toEqual({ declarations: [], excluded: [reason] });
  });

  it("keeps a module of another repository whose name starts alike", () => {
    const dependency = { depName: "github.com/acme/apple", packageName: "github.com/acme/apple" };
    expect(read("gomod", dependency).excluded).toEqual([]);
  });
});
