import { describe, expect, it } from "vitest";
import { claimsOf, containsOwner, nameAffinity, type ProducerRepository } from "./producer-repository.ts";

const producerNames = (repository: ProducerRepository) => new Set(claimsOf(repository).keys());

const BASE: ProducerRepository = {
  id: "1",
  fullPath: "Acme/Base",
  cloneUrl: "https://github.com/Acme/Base.git",
  host: "github.com",
  hostAliases: [],
  aliases: [],
  archived: false,
  isFork: false,
  artifacts: [],
};

describe("claimsOf", () => {
  it("includes the clone URL and the path", () => {
    expect(producerNames(BASE)).toEqual(new Set(["git:github.com/acme/base", "path:acme/base"]));
  });

  it("includes the current and former paths on every name of the host", () => {
    const names = producerNames({
      ...BASE,
      cloneUrl: "ssh://git@git.acme.example:2222/Acme/Base.git",
      host: "git.acme.example",
      hostAliases: ["mirror.acme.example"],
      aliases: ["acme/old"],
    });
    expect(names).toEqual(
      new Set([
        "git:git.acme.example/acme/base",
        "git:mirror.acme.example/acme/base",
        "path:acme/base",
        "git:git.acme.example/acme/old",
        "git:mirror.acme.example/acme/old",
        "path:acme/old",
      ]),
    );
  });

  it("excludes a clone URL that is a local path", () => {
    expect(producerNames({ ...BASE, cloneUrl: "/srv/git/base" })).toContain("path:acme/base");
    expect(producerNames({ ...BASE, cloneUrl: null }).size).toBe(2);
  });

  it("includes the names that artifacts announce", () => {
    const artifacts = [
      { name: "@acme/base", announces: ["npm_package:@acme/base", "convention:npm_package:base"] },
    ];
    const names = producerNames({ ...BASE, artifacts });
    expect(names).toContain("npm_package:@acme/base");
    expect(names).toContain("convention:npm_package:base");
  });
});

it.each([
  ["acme/ui", "npm_package:@acme/ui", 2],
  ["acme/app", "container_image:ghcr.io/acme/app/worker", 2],
  ["Acme/App", "go_module:github.com/acme/app/v2", 2],
  ["kubernetes/api", "go_module:k8s.io/api", 1],
  ["acme/vpc", "terraform_module:acme/network/vpc", 1],
  ["kubernetes/kubernetes", "go_module:k8s.io/api", 0],
  ["cme/app", "go_module:github.com/acme/app2", 0],
  ["acme/ui", "npm_package:@acme/ui-kit", 0],
])("nameAffinity: %s and %s: %i", (fullPath, name, affinity) => {
  expect(nameAffinity(fullPath, name)).toBe(affinity);
});

it.each([
  ["Acme/ui", "npm_package:@acme/ui", true],
  ["acme/kit", "maven_artifact:io.acme:kit", true],
  ["acme/charts", "helm_chart:acme.github.io/charts/app", true],
  ["acme/kit", "convention:go_module:github.com/upstream/kit", false],
  ["acme/kit", "npm_package:acme-kit", false],
  ["npm_package/kit", "npm_package:kit", false],
])("containsOwner: %s and %s: %s", (fullPath, name, expected) => {
  expect(containsOwner(fullPath, name)).toBe(expected);
});
