import { expect, it } from "vitest";
import { readPurl } from "./purl.ts";

it.each([
  ["pkg:npm/%40acme/ui@2.1.0", "npm_package", "@acme/ui"],
  ["pkg:npm/@acme/ui", "npm_package", "@acme/ui"],
  ["pkg:docker/acme/web@1.0?repository_url=ghcr.io", "container_image", "ghcr.io/acme/web"],
  ["pkg:oci/web@sha256%3Aab?repository_url=ghcr.io/acme/web&tag=1", "container_image", "ghcr.io/acme/web"],
  ["pkg:golang/go.acme.dev/kit@v1.3.1#retry", "go_module", "go.acme.dev/kit/retry"],
  ["pkg:maven/com.acme/core@1.0", "maven_artifact", "com.acme:core"],
  ["pkg:githubactions/acme/actions@v2#setup", "github_action", "acme/actions/setup"],
  ["pkg:github/acme/orders@1a2b", "git_repository", "github.com/acme/orders"],
  ["pkg:pypi/Acme.Core_lib", "python_package", "acme-core-lib"],
  ["pkg:deb/debian/curl@7", undefined, "debian/curl"],
])("%s is %s %s", (purl, artifactType, name) => {
  expect(readPurl(purl)).toEqual({ artifactType, name });
});

it.each(["", "pkg:", "pkg:npm/", "@acme/ui", "npm:@acme/ui"])("%j is no purl", (text) => {
  expect(readPurl(text)).toBeUndefined();
});

it("reads hostile text in linear time", () => {
  for (const text of [
    `pkg:npm/${"%".repeat(500)}`,
    `pkg:npm/${"@a".repeat(250)}#?`,
    `pkg:npm/${"?".repeat(500)}`,
  ])
    expect(() => readPurl(text)).not.toThrow();
});
