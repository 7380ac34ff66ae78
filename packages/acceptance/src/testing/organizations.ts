import { appendFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import type { HostileRepository } from "@knockon/cli/testing/hostile-organization";

type Files = Record<string, string>;

/** Creates each repository as `<folder>/<org>/<name>`, with a remote on `host`. Returns the org's folder. */
export function makeOrganization(
  folder: string,
  org: string,
  repositories: Record<string, Files>,
  host = "github.com",
): string {
  for (const [name, files] of Object.entries(repositories)) {
    const repository = join(folder, org, name);
    addOrigin(createRepository(repository, files), `https://${host}/${org}/${name}.git`);
  }
  return join(folder, org);
}

/** Adds a remote without a process. */
const addOrigin = (gitDir: string, url: string): void =>
  appendFileSync(join(gitDir, "config"), `[remote "origin"]\n\turl = ${url}\n`);

let listings = 0;

/** Returns a new listing file with the first repository of a folder, because a workspace connects each path once. */
export function listingOf(folder: string): string {
  const [name = ""] = readdirSync(folder);
  const listing = `${folder}-${(listings += 1)}.jsonl`;
  writeFileSync(listing, JSON.stringify({ full_path: `listed/${name}`, path: join(folder, name) }));
  return listing;
}

/** Creates the repositories and their submodules below `folder`. Returns one listing file per host. */
export function makeHostileListings(folder: string, organization: readonly HostileRepository[]): string[] {
  const written = organization.map(({ fullPath, cloneUrl, archived, isFork, files, submodules }) => {
    const { host } = new URL(cloneUrl);
    const repository = join(folder, host, fullPath);
    addOrigin(createRepository(repository, files), cloneUrl);
    for (const [path, commit] of Object.entries(submodules))
      git(repository, "update-index", "--add", "--cacheinfo", `160000,${commit},${path}`);
    if (Object.keys(submodules).length > 0) git(repository, "commit", "--quiet", "--message=submodules");
    const listing = join(folder, `${host}.jsonl`);
    const listed = { full_path: fullPath, path: repository, clone_url: cloneUrl, archived, is_fork: isFork };
    appendFileSync(listing, `${JSON.stringify(listed)}\n`);
    return listing;
  });
  return [...new Set(written)];
}

/** Makes the current commit of a repository unreadable. The repository is still listed. Returns a function that restores it. */
export function corruptRepository(repository: string): () => void {
  const tree = git(repository, "rev-parse", "HEAD^{tree}");
  const object = join(repository, ".git/objects", tree.slice(0, 2), tree.slice(2));
  renameSync(object, `${object}.away`);
  return () => renameSync(`${object}.away`, object);
}

const pushWorkflow = (image: string): string => `on: push
jobs:
  image:
    runs-on: ubuntu-24.04
    steps:
      - run: docker build -t ${image} . && docker push ${image}
`;

/**
 * Seven repositories with known edges: `api` and `web` build on `base-image`, `deploy` runs `api`, `api` uses an action of
 * `actions`, `web` uses a package of `ui-kit`, and `handbook` mentions `base-image` in prose.
 */
export const ACME: Record<string, Files> = {
  "base-image": {
    Dockerfile: "FROM debian:12\n",
    ".github/workflows/release.yml": pushWorkflow("ghcr.io/acme/base-image:1.1.0"),
  },
  actions: {
    "setup/action.yml": "name: setup\nruns:\n  using: composite\n  steps: []\n",
    "lint/action.yml": "name: lint\nruns:\n  using: composite\n  steps: []\n",
  },
  "ui-kit": { "package.json": '{ "name": "@acme/ui-kit", "version": "2.1.0" }\n' },
  api: {
    Dockerfile: "FROM ghcr.io/acme/base-image:1.1.0\n",
    ".github/workflows/release.yml": `${pushWorkflow("ghcr.io/acme/api:3.0.0")}  lint:
    runs-on: ubuntu-24.04
    steps:
      - uses: acme/actions/setup@v1
`,
  },
  web: {
    Dockerfile: "FROM ghcr.io/acme/base-image:1.0.0\n",
    "package.json":
      '{\n  "name": "web",\n  "dependencies": {\n    "@acme/ui-kit": "^2.0.0",\n    "left-pad": "1.3.0"\n  }\n}\n',
  },
  deploy: { "compose.yaml": "services:\n  api:\n    image: ghcr.io/acme/api:latest\n" },
  handbook: { "README.md": "Start from https://github.com/acme/base-image and read on.\n" },
};

/** Two repositories of another tenant. */
export const GLOBEX: Record<string, Files> = {
  vault: { "package.json": '{ "name": "@globex/vault", "version": "1.0.0" }\n' },
  door: {
    "package.json": '{ "name": "door", "dependencies": { "@globex/vault": "1.0.0", "lock": "2.0.0" } }\n',
  },
};
