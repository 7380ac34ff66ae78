import { expect, it } from "vitest";
import { directoryNamedBy, directoryOf, publishedVersions, repositoryRelease } from "./published-versions.ts";

it("publishedVersions ignores tags that do not include the manifest's release [D-8.14]", () => {
  const versionsOf = (stated: string[], tags: string[]): string[] =>
    publishedVersions("helm", { name: "app", directory: "charts/app" }, stated, tags);
  expect(versionsOf(["0.3.1"], ["v2.0.0", "v1.9.0"])).toEqual(["0.3.1"]);
  expect(versionsOf(["2.0.0"], ["v2.0.0", "v1.9.0"])).toEqual(["2.0.0", "2.0.0", "1.9.0"]);
  expect(versionsOf([], ["v2.0.0"])).toEqual(["2.0.0"]);
});

it.each([
  ["go.mod", ""],
  ["sub/go.mod", "sub"],
  ["modules/vpc/main.tf", "modules/vpc"],
  [".github/workflows/release.yml", ""],
])("%s is in folder %j", (sourceFile, directory) => {
  expect(directoryOf(sourceFile)).toBe(directory);
});

it.each([
  ["github.com/acme/mono/sub", "acme/mono", "sub"],
  ["acme/actions/setup/node", "Acme/Actions", "setup/node"],
  ["acme/actions", "acme/actions", ""],
  ["acme/actions-next/setup", "acme/actions", ""],
  ["acme.example/ui", "acme/ui", ""],
])("%s in repository %s is in folder %j", (name, fullPath, directory) => {
  expect(directoryNamedBy(name, fullPath)).toBe(directory);
});

it.each([
  ["*", "v2.1.0"],
  ["*:github_action", "v2.1.0"],
  ["*:container_image", "2.1.0"],
  ["*:npm_package", "2.1.0"],
  ["unit:file:install.sh", "v2.1.0"],
  ["unit:terraform:modules/vpc", "2.1.0"],
  ["npm_package:tool", undefined],
])("repositoryRelease of %s is %s", (scope, release) => {
  expect(repositoryRelease("acme/tool", ["v1.9.0", "v2.1.0", "v3.0.0-rc.1", "v2", "nightly"], scope)).toBe(
    release,
  );
  expect(repositoryRelease("acme/tool", ["nightly"], scope)).toBeUndefined();
});
