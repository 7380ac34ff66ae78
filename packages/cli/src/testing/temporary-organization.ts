import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { afterAll } from "vitest";

/** Creates a folder that is deleted after the tests of the file. Call it at the top level of a test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "knockon-cli-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/**
 * Creates `<folder>/acme`: `api` and `web` use `base-image`, `deploy` runs `api`, `broken` has an invalid manifest,
 * `empty` has no commit, and `lost` lacks its tree object.
 */
export function makeAcme(folder: string): string {
  const repositories: Record<string, Record<string, string>> = {
    "base-image": {
      Dockerfile: "FROM debian:12\n",
      "release.sh": "docker push ghcr.io/acme/base-image:1.1.0\n",
    },
    api: {
      Dockerfile: "FROM ghcr.io/acme/base-image:1.1.0\n",
      "release.sh": "docker push ghcr.io/acme/api:3.0.0\n",
    },
    web: {
      Dockerfile: "FROM node:22 AS build\nFROM ghcr.io/acme/base-image\n",
      "logo.png": "",
      "node_modules/left/package.json": '{ "dependencies": { "right": "1" } }',
    },
    deploy: { "compose.yaml": "services:\n  api:\n    image: ghcr.io/acme/api:latest\n" },
    broken: { "package.json": '{\n  "name": "broken",\n  "dependencies": {,}\n}\n' },
    empty: {},
    lost: { Dockerfile: "FROM scratch\n" },
  };
  for (const [name, files] of Object.entries(repositories)) {
    createRepository(join(folder, "acme", name), files);
    git(
      join(folder, "acme", name),
      "remote",
      "add",
      "origin",
      `https://dev:secret@github.com/acme/${name}.git`,
    );
  }
  const tree = git(join(folder, "acme/lost"), "rev-parse", "HEAD^{tree}");
  rmSync(join(folder, "acme/lost/.git/objects", tree.slice(0, 2), tree.slice(2)));
  return join(folder, "acme");
}
