import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";

type Files = Record<string, string>;

/** Makes `<folder>/<org>/<name>` for each, with its remote on `host`. Returns the org's folder. */
export function makeOrganization(
  folder: string,
  org: string,
  repositories: Record<string, Files>,
  host = "github.com",
): string {
  for (const [name, files] of Object.entries(repositories)) {
    const repository = join(folder, org, name);
    createRepository(repository, files);
    git(repository, "remote", "add", "origin", `https://${host}/${org}/${name}.git`);
  }
  return join(folder, org);
}

const pushing = (image: string): string => `on: push
jobs:
  image:
    runs-on: ubuntu-24.04
    steps:
      - run: docker build -t ${image} . && docker push ${image}
`;

/**
 * Seven repositories whose every edge is known: `api` and `web` are built on `base-image`, `deploy` runs `api`, `api`
 * uses an action of `actions`, `web` a package of `ui-kit`, and `handbook` mentions `base-image` in prose.
 */
export const ACME: Record<string, Files> = {
  "base-image": {
    Dockerfile: "FROM debian:12\n",
    ".github/workflows/release.yml": pushing("ghcr.io/acme/base-image:1.1.0"),
  },
  actions: {
    "setup/action.yml": "name: setup\nruns:\n  using: composite\n  steps: []\n",
    "lint/action.yml": "name: lint\nruns:\n  using: composite\n  steps: []\n",
  },
  "ui-kit": { "package.json": '{ "name": "@acme/ui-kit", "version": "2.1.0" }\n' },
  api: {
    Dockerfile: "FROM ghcr.io/acme/base-image:1.1.0\n",
    ".github/workflows/release.yml": `${pushing("ghcr.io/acme/api:3.0.0")}  lint:
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

/** Two repositories of somebody else. */
export const GLOBEX: Record<string, Files> = {
  vault: { "package.json": '{ "name": "@globex/vault", "version": "1.0.0" }\n' },
  door: {
    "package.json": '{ "name": "door", "dependencies": { "@globex/vault": "1.0.0", "lock": "2.0.0" } }\n',
  },
};
