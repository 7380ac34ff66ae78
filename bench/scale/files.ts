import { ECOSYSTEMS, PATH, type EcosystemId } from "./ecosystem.ts";
import type { Use } from "./organization.ts";
import type { Repository } from "./organization.ts";

/** Text by path. */
export type Files = Map<string, string>;

/** Generates a commit's files: those with declarations, and those that make the repository a producer. */
export function filesOf(repository: Repository): Files {
  const files: Files = new Map([["src/main.ts", "export {};\n"]]);
  const written = Map.groupBy(repository.uses, (use) => use.file);
  for (const [path, uses] of written) files.set(path, write(repository, path, uses));
  for (const id of repository.produces) {
    const [path, text] = PRODUCING[id](repository);
    if (!files.has(path)) files.set(path, text);
  }
  return files;
}

const WRITERS: Record<EcosystemId, (repository: Repository, path: string, uses: readonly Use[]) => string> = {
  npm: packageJson,
  golang: (repository, _path, uses) =>
    goMod(
      repository,
      uses.map(({ artifact, version }) => `require ${artifact} ${version}\n`),
    ),
  terraform: (_repository, _path, uses) =>
    uses
      .map(
        ({ artifact, version }, place) =>
          `module "part_${place}" {\n  source = "${artifact}?ref=${version}"\n}\n`,
      )
      .join("\n"),
  githubactions: (_repository, _path, uses) =>
    `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n${uses
      .map(({ artifact, version }) => `      - uses: ${artifact}@${version}\n`)
      .join("")}`,
  docker: (_repository, _path, uses) =>
    uses
      .map(({ artifact, version }, place) => `FROM ${artifact}:${version} AS part-${place}\nRUN make\n`)
      .join(""),
};

const write = (repository: Repository, path: string, uses: readonly Use[]): string =>
  uses[0] ? WRITERS[uses[0].ecosystem](repository, path, uses) : "";

/** Files that make a repository a producer, unless they contain declarations already. */
const PRODUCING: Record<EcosystemId, (repository: Repository) => [path: string, text: string]> = {
  npm: (repository) => ["package.json", packageJson(repository, "package.json", [])],
  golang: (repository) => ["go.mod", goMod(repository, [])],
  terraform: () => ["modules/base/variables.tf", 'variable "region" {}\n'],
  githubactions: () => ["action.yml", "name: setup\nruns: {using: composite, steps: []}\n"],
  docker: ({ index }) => ["Makefile", `push:\n\tdocker push ${ECOSYSTEMS.docker.own(index)}:1.0\n`],
};

/** The root package is published, nested packages are private. */
function packageJson({ index, isRenamed }: Repository, path: string, uses: readonly Use[]): string {
  const name = `${ECOSYSTEMS.npm.own(index)}${isRenamed ? "-renamed" : ""}`;
  const own =
    path === "package.json" ? { name, version: "1.0.0" } : { name: `${name}-${path}`, private: true };
  const dependencies = Object.fromEntries(uses.map(({ artifact, version }) => [artifact, version]));
  return JSON.stringify({ ...own, dependencies }, null, 2);
}

const goMod = ({ index }: Repository, requires: readonly string[]): string =>
  `module github.com/${PATH}${index}\n\ngo 1.24\n\n${requires.join("")}`;
