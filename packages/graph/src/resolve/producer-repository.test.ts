import { expect, it } from "vitest";
import { claimsOf } from "./producer-index.ts";
import type { ProducerRepository } from "./producer-repository.ts";

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

it("a repository goes by its clone URL and by its path", () => {
  expect(producerNames(BASE)).toEqual(new Set(["git:github.com/acme/base", "path:acme/base"]));
});

it("a repository goes by its path on every name of its host, and by its former paths", () => {
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

it("a clone URL that is a local path adds no name", () => {
  expect(producerNames({ ...BASE, cloneUrl: "/srv/git/base" })).toContain("path:acme/base");
  expect(producerNames({ ...BASE, cloneUrl: null }).size).toBe(2);
});

it("a repository goes by whatever its artifacts announce", () => {
  const artifacts = [
    { name: "@acme/base", announces: ["npm_package:@acme/base", "convention:npm_package:base"] },
  ];
  const names = producerNames({ ...BASE, artifacts });
  expect(names).toContain("npm_package:@acme/base");
  expect(names).toContain("convention:npm_package:base");
});
