import { expect, it } from "vitest";
import { nameAffinity } from "./name-affinity.ts";

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
