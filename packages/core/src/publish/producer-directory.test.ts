import { expect, it } from "vitest";
import { directoryNamedBy, directoryOf } from "./producer-directory.ts";

it.each([
  ["go.mod", ""],
  ["sub/go.mod", "sub"],
  ["modules/vpc/main.tf", "modules/vpc"],
  [".github/workflows/release.yml", ""],
])("%s lies in %j", (sourceFile, directory) => {
  expect(directoryOf(sourceFile)).toBe(directory);
});

it.each([
  ["github.com/acme/mono/sub", "acme/mono", "sub"],
  ["acme/actions/setup/node", "Acme/Actions", "setup/node"],
  ["acme/actions", "acme/actions", ""],
  ["acme/actions-next/setup", "acme/actions", ""],
  ["acme.example/ui", "acme/ui", ""],
])("%s continues %s by %j", (name, fullPath, directory) => {
  expect(directoryNamedBy(name, fullPath)).toBe(directory);
});
