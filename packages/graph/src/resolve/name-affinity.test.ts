import { expect, it } from "vitest";
import { holdsOwner, nameAffinity } from "./name-affinity.ts";

it.each([
  ["acme/ui", "npm_package:@acme/ui", 2],
  ["acme/app", "container_image:ghcr.io/acme/app/worker", 2],
  ["Acme/App", "go_module:github.com/acme/app/v2", 2],
  ["kubernetes/api", "go_module:k8s.io/api", 1],
  ["acme/vpc", "terraform_module:acme/network/vpc", 1],
  ["kubernetes/kubernetes", "go_module:k8s.io/api", 0],
  ["cme/app", "go_module:github.com/acme/app2", 0],
  ["acme/ui", "npm_package:@acme/ui-kit", 0],
])("%s and %s: %i", (fullPath, name, affinity) => {
  expect(nameAffinity(fullPath, name)).toBe(affinity);
});

it.each([
  ["Acme/ui", "npm_package:@acme/ui", true],
  ["acme/kit", "maven_artifact:io.acme:kit", true],
  ["acme/charts", "helm_chart:acme.github.io/charts/app", true],
  ["acme/kit", "convention:go_module:github.com/upstream/kit", false],
  ["acme/kit", "npm_package:acme-kit", false],
  ["npm_package/kit", "npm_package:kit", false],
])("%s and %s: the owner is part of the name: %s", (fullPath, name, expected) => {
  expect(holdsOwner(fullPath, name)).toBe(expected);
});
