/** How repositories of the organization declare dependencies of one kind. */
export interface Ecosystem {
  /** Number of third-party artifacts. */
  thirdParties: number;
  thirdParty: (number: number) => string;
  /** Name of the artifact that a repository produces. */
  own: (repository: number) => string;
  version: (number: number) => string;
  /** Approximate declarations per file. */
  perFile: number;
  file: (number: number) => string;
  /** Whether a file can declare an artifact only once. */
  isKeyed: boolean;
}

export type EcosystemId = "npm" | "golang" | "terraform" | "githubactions" | "docker";

export const PATH = "acme/repository-";

const orgs = 40;
const scoped = (number: number): string => `org-${number % orgs}/part-${number}`;

/** 20,000 third-party artifacts in total. */
export const ECOSYSTEMS: Record<EcosystemId, Ecosystem> = {
  npm: {
    thirdParties: 9000,
    thirdParty: (number) => (number % 4 === 0 ? `@${scoped(number)}` : `part-${number}`),
    own: (repository) => `@acme/repository-${repository}`,
    version: (number) => `^${1 + (number % 4)}.${number % 9}.0`,
    perFile: 100,
    file: (number) => (number === 0 ? "package.json" : `packages/part-${number % 3}/package.json`),
    isKeyed: true,
  },
  golang: {
    thirdParties: 5000,
    thirdParty: (number) => `github.com/${scoped(number)}`,
    own: (repository) => `github.com/${PATH}${repository}`,
    version: (number) => `v1.${number % 20}.0`,
    perFile: Infinity,
    file: () => "go.mod",
    isKeyed: true,
  },
  terraform: {
    thirdParties: 3000,
    thirdParty: (number) => `git::https://github.com/${scoped(number)}.git`,
    own: (repository) => `git::https://github.com/${PATH}${repository}.git//modules/base`,
    version: (number) => `v${1 + (number % 3)}.${number % 7}.0`,
    perFile: 15,
    file: (number) => `live/part-${number}/main.tf`,
    isKeyed: false,
  },
  githubactions: {
    thirdParties: 1500,
    thirdParty: scoped,
    own: (repository) => `${PATH}${repository}`,
    version: (number) => `v${1 + (number % 5)}`,
    perFile: 15,
    file: (number) => `.github/workflows/part-${number}.yml`,
    isKeyed: false,
  },
  docker: {
    thirdParties: 1500,
    thirdParty: (number) => `docker.io/${scoped(number)}`,
    own: (repository) => `ghcr.io/${PATH}${repository}`,
    version: (number) => `1.${number % 12}`,
    perFile: 3,
    file: (number) => (number === 0 ? "Dockerfile" : `part-${number}/Dockerfile`),
    isKeyed: false,
  },
};
