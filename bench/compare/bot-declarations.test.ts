import { describe, expect, it } from "vitest";
import type { Manager } from "./managers.ts";
import type { BotDependency } from "./bot.ts";
import { botDeclarations } from "./bot-declarations.ts";

const read = (manager: Manager, dependency: BotDependency, own?: Set<string>) =>
  botDeclarations("Acme/App", { [manager]: [{ packageFile: "file", deps: [dependency] }] }, own);

const nameAndVersion = (manager: Manager, dependency: BotDependency) => {
  const [declaration] = read(manager, dependency).declarations;
  return declaration && [declaration.name, declaration.version];
};

describe("botDeclarations", () => {
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
    [
      "a chart in an image registry",
      "helmv3",
      { depName: "web", packageName: "ghcr.io/Acme/web", datasource: "docker", currentValue: "1.10" },
      ["ghcr.io/acme/web", "1.1"],
    ],
    [
      "a chart by its repository",
      "helmfile",
      { depName: "web", datasource: "helm", registryUrls: ["https://charts.acme.io/"], currentValue: "1" },
      ["charts.acme.io/web", "1"],
    ],
    [
      "a Python package",
      "pip_requirements",
      { depName: "Acme_Core", datasource: "pypi", currentValue: ">= 1, < 2" },
      ["acme-core", ">=1,<2"],
    ],
    [
      "a package from git by its key",
      "cargo",
      { depName: "kit", packageName: "acme/kit-rs", datasource: "github-tags", currentValue: "v1" },
      ["kit", "v1"],
    ],
    [
      "a package from git by its ref",
      "npm",
      { depName: "kit", currentValue: "github:acme/kit#semver:^1" },
      ["kit", "^1"],
    ],
    [
      "a package from the archive of a ref",
      "npm",
      { depName: "kit", currentValue: "https://github.com/acme/kit/archive/v1.tar.gz" },
      ["kit", "v1"],
    ],
    [
      "a package from a repository on GitHub, by the name in the file",
      "npm",
      {
        depName: "kit",
        packageName: "acme/acme-kit",
        datasource: "github-tags",
        currentValue: "v1.2.0",
      },
      ["kit", "v1.2.0"],
    ],
    [
      "the requirements of a gem",
      "bundler",
      { depName: "rack", datasource: "rubygems", currentValue: "'>= 2', \"< 3\"" },
      ["rack", ">=2,<3"],
    ],
    [
      "a plugin of Buildkite",
      "buildkite",
      { depName: "acme/tool", currentValue: "v1" },
      ["github.com/acme/tool-buildkite-plugin", "v1"],
    ],
    [
      "a hook of another host",
      "pre-commit",
      { depName: "a/b", registryUrls: ["git.acme.io"], skipReason: "unknown-registry", currentValue: "1" },
      ["git.acme.io/a/b", "1"],
    ],
    [
      "a package of Swift",
      "swift",
      { depName: "acme/kit", datasource: "github-tags", currentValue: '"1.0.0"..<"2.0.0"\n' },
      ["github.com/acme/kit", "1.0.0..<2.0.0"],
    ],
    [
      "a tag from a template",
      "helm-values",
      { depName: "alpine", datasource: "docker", currentValue: "{{ .Values.tag }}" },
      ["docker.io/library/alpine", ""],
    ],
  ])("normalizes %s", (_, manager, dependency, expected) => {
    expect(nameAndVersion(manager, dependency)).toEqual(expected);
  });

  it.each<[string, Manager, BotDependency]>([
    ["runner images (runs-on)", "github-actions", { depName: "ubuntu", depType: "github-runner" }],
    ["engines", "npm", { depName: "node", depType: "engines" }],
    ["artifacts of the repository itself", "gomod", { depName: "x", packageName: "github.com/acme/app/v2" }],
    ["artifacts of the repository itself", "github-actions", { depName: "x", packageName: "acme/app" }],
    ["references within the checkout", "npm", { depName: "ui", currentValue: "workspace:*" }],
    ["references that the bot could not name (contains-variable)", "dockerfile", { replaceString: "$BASE" }],
    ["references that the bot could not name (contains-variable)", "gradle", { depName: "kit" }],
    ["API versions of Kubernetes", "kubernetes", { depName: "Ingress", datasource: "kubernetes-api" }],
    ["references within the checkout", "gomod", { depName: "scripts/core", packageName: "scripts/core" }],
    ["references within the checkout", "cargo", { depName: "kit", skipReason: "path-dependency" }],
    [
      "the version of a language or a tool (go, toolchain, sdk, php, setup actions)",
      "bundler",
      { depName: "ruby", datasource: "ruby-version" },
    ],
    [
      "the version of a language or a tool (go, toolchain, sdk, php, setup actions)",
      "composer",
      { depName: "ext-json" },
    ],
  ])("excludes %s", (reason, manager, dependency) => {
    expect(read(manager, dependency)).toEqual({ declarations: [], excluded: [reason] });
  });

  it("keeps a module of another repository whose name starts alike", () => {
    const dependency = { depName: "github.com/acme/apple", packageName: "github.com/acme/apple" };
    expect(read("gomod", dependency).excluded).toEqual([]);
  });

  it("excludes packages of the repository itself, of npm only with any version", () => {
    const own = new Set(["io.acme:kit", "kit"]);
    expect(read("maven", { depName: "io.acme:kit", currentValue: "1" }, own).declarations).toEqual([]);
    expect(read("npm", { depName: "kit", currentValue: "*" }, own).declarations).toEqual([]);
    expect(read("npm", { depName: "kit", currentValue: "^1" }, own).excluded).toEqual([]);
  });

  it("matches any version if the bot omits one that the format has elsewhere", () => {
    const isUnknown = (manager: Manager) =>
      read(manager, { depName: "kit", datasource: manager }).declarations.map(
        (each) => each.isVersionUnknown,
      );
    expect([isUnknown("bundler"), isUnknown("nuget"), isUnknown("npm")]).toEqual([[true], [true], [false]]);
  });

  it("counts a dependency once if two managers find it in one file", () => {
    const deps = [{ depName: "alpine", datasource: "docker" }];
    const files = [{ packageFile: "a.yaml", deps }];
    const { declarations } = botDeclarations("acme/app", { kubernetes: files, tekton: files });
    expect(declarations).toHaveLength(1);
  });
});

it("excludes vendored folders and counts their dependencies", () => {
  const deps = [{ depName: "alpine", datasource: "docker", currentValue: "3.20" }];
  const { declarations, excluded } = botDeclarations("acme/app", {
    dockerfile: [
      { packageFile: "vendor/a/Dockerfile", deps },
      { packageFile: "Dockerfile", deps },
    ],
  });
  expect(declarations.map(({ file }) => file)).toEqual(["Dockerfile"]);
  expect(excluded).toEqual(["vendored copies (vendor, node_modules)"]);
});
