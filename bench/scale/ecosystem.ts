/** One way of using others, as the organization spells it. */
export interface Ecosystem {
  /** How many artifacts of strangers there are. */
  strangers: number;
  stranger: (number: number) => string;
  /** What a repository of the organization produces of this kind. */
  own: (repository: number) => string;
  version: (number: number) => string;
  /** Declarations in one file, about. */
  perFile: number;
  file: (number: number) => string;
  /** Whether a file can name an artifact once only. */
  isKeyed: boolean;
}

export type EcosystemId = "npm" | "golang" | "terraform" | "githubactions" | "docker";

export const PATH = "acme/repository-";

const orgs = 40;
const scoped = (number: number): string => `org-${number % orgs}/part-${number}`;

/** 20,000 artifacts of strangers in all. */
export const ECOSYSTEMS: Record<EcosystemId, Ecosystem> = {
  npm: {
    strangers: 9000,
    stranger: (number) => (number % 4 === 0 ? `@${scoped(number)}` : `part-${number}`),
    own: (repository) => `@acme/repository-${repository}`,
    version: (number) => `^${1 + (number % 4)}.${number % 9}.0`,
    perFile: 100,
    file: (number) => (number === 0 ? "package.json" : `packages/part-${number % 3}/package.json`),
    isKeyed: true,
  },
  golang: {
    strangers: 5000,
    stranger: (number) => `github.com/${scoped(number)}`,
    own: (repository) => `github.com/${PATH}${repository}`,
    version: (number) => `v1.${number % 20}.0`,
    perFile: Infinity,
    file: () => "go.mod",
    isKeyed: true,
  },
  terraform: {
    strangers: 3000,
    stranger: (number) => `git::https://github.com/${scoped(number)}.git`,
    own: (repository) => `git::https://github.com/${PATH}${repository}.git//modules/base`,
    version: (number) => `v${1 + (number % 3)}.${number % 7}.0`,
    perFile: 15,
    file: (number) => `live/part-${number}/main.tf`,
    isKeyed: false,
  },
  githubactions: {
    strangers: 1500,
    stranger: scoped,
    own: (repository) => `${PATH}${repository}`,
    version: (number) => `v${1 + (number % 5)}`,
    perFile: 15,
    file: (number) => `.github/workflows/part-${number}.yml`,
    isKeyed: false,
  },
  docker: {
    strangers: 1500,
    stranger: (number) => `docker.io/${scoped(number)}`,
    own: (repository) => `ghcr.io/${PATH}${repository}`,
    version: (number) => `1.${number % 12}`,
    perFile: 3,
    file: (number) => (number === 0 ? "Dockerfile" : `part-${number}/Dockerfile`),
    isKeyed: false,
  },
};
