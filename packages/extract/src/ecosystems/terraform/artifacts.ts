import { posix } from "node:path";
import type { Facts, LinkInput, ProducedArtifact } from "../../ecosystem.ts";
import { interfaceOf, type ArtifactInterface } from "../../interface.ts";
import { conventionName } from "../../name.ts";
import { PUBLIC_REGISTRY } from "./source.ts";
import type { TerraformFacts } from "./read.ts";

type Input = LinkInput<TerraformFacts>;

/** `terraform-<provider>-<name>`: the repository name that registries require for a module. */
const MODULE_REPOSITORY = /^terraform-(?!provider-)(?<provider>[\da-z]+)-(?<name>[\w-]+)$/;
const PROVIDER_REPOSITORY = /^terraform-provider-(?<name>[\w-]+)$/;
/** Files at the root of a provider's repository, in order of preference. */
const PROVIDER_FILES = ["terraform-registry-manifest.json", "main.go", "go.mod"];
/** Folders of modules that demonstrate or test other modules. */
export const EXAMPLE = /(?:^|\/)(?:examples?|tests?|testdata|(?:test-)?fixtures)(?:\/|$)/;

export function producedArtifacts(input: Input): ProducedArtifact[] {
  return [...providers(input), ...modules(input)];
}

/** Registries identify a repository by its outermost group and its name. */
function registryIdentity({ repository }: Input): { owner: string; name: string } {
  const segments = repository.fullPath.toLowerCase().split("/");
  return { owner: segments[0] ?? "", name: segments.at(-1) ?? "" };
}

function providers(input: Input): ProducedArtifact[] {
  const { owner, name: repositoryName } = registryIdentity(input);
  const name = PROVIDER_REPOSITORY.exec(repositoryName)?.groups?.["name"];
  if (name === undefined) return [];
  const sourceFile = PROVIDER_FILES.find((path) => input.tree.some((entry) => entry.path === path));
  if (sourceFile === undefined) return [];
  return [
    {
      ...UNVERSIONED,
      artifactType: "terraform_provider",
      name: `${PUBLIC_REGISTRY}/${owner}/${name}`,
      sourceFile,
      sourceLine: null,
      announces: [conventionName("terraform_provider", `${owner}/${repositoryName}`)],
      evidence: { class: "manifest", rule: "terraform.repository_name" },
    },
  ];
}

function modules(input: Input): ProducedArtifact[] {
  const files = input.files.filter(
    ({ path, facts }) => facts.dialect === "terraform" && !EXAMPLE.test(posix.dirname(path)),
  );
  const directories = Map.groupBy(files, ({ path }) => posix.dirname(path));
  const published = registryModule(input, directories.get(".") ?? files);
  if (published.length > 0) directories.delete(".");
  return [
    ...published,
    ...Array.from(directories).flatMap(([directory, own]) => directoryModule(input, directory, own)),
  ];
}

/** `files` are those at the root, or all files if the repository only has submodules (`modules/`). */
function registryModule(input: Input, files: Facts<TerraformFacts>[]): ProducedArtifact[] {
  const { owner, name: repositoryName } = registryIdentity(input);
  const parts = MODULE_REPOSITORY.exec(repositoryName)?.groups;
  const file = files.find(hasInterface) ?? files[0];
  if (!parts || !file) return [];
  return [
    {
      ...UNVERSIONED,
      artifactType: "terraform_module",
      name: `${PUBLIC_REGISTRY}/${owner}/${parts["name"]}/${parts["provider"]}`,
      sourceFile: file.path,
      sourceLine: file.facts.interfaceLine,
      announces: [conventionName("terraform_module", `${owner}/${repositoryName}`)],
      evidence: { class: "manifest", rule: "terraform.repository_name" },
    },
  ];
}

/** Announces nothing: consumers find the directory by the repository's URL, which every repository announces. */
function directoryModule(
  input: Input,
  directory: string,
  files: Facts<TerraformFacts>[],
): ProducedArtifact[] {
  const file = files.find(hasInterface);
  if (!file) return [];
  return [
    {
      ...UNVERSIONED,
      artifactType: "terraform_module",
      name: input.repository.fullPath + (directory === "." ? "" : `//${directory}`),
      sourceFile: file.path,
      sourceLine: file.facts.interfaceLine,
      announces: [],
      evidence: { class: "manifest", rule: "terraform.directory" },
    },
  ];
}

const hasInterface = ({ facts }: Facts<TerraformFacts>): boolean => facts.interfaceLine !== null;

/** Versions are tags of the repository. No file names the registry. */
const UNVERSIONED = { ecosystem: "terraform", version: null, registryUrl: null };

/** A file that Terraform reads as part of the module of its folder. */
const MODULE_FILE = /\.(?:tf|tofu)(?:\.json)?$/;

/** Returns the interface of each module. Files that could not be read may have more variables and outputs. */
export function moduleInterfaces(input: Input, artifacts: readonly ProducedArtifact[]): ArtifactInterface[] {
  const produced = artifacts.filter(({ artifactType }) => artifactType === "terraform_module");
  if (produced.length === 0) return [];
  const files = Map.groupBy(
    input.files.filter(({ facts }) => facts.dialect === "terraform"),
    ({ path }) => posix.dirname(path),
  );
  const known = new Set(input.files.map(({ path }) => path));
  const unread = new Map(
    input.tree.flatMap(({ path }) =>
      MODULE_FILE.test(path) && !known.has(path) ? [[posix.dirname(path), path] as const] : [],
    ),
  );
  return produced.flatMap((artifact) => {
    const folder = folderOf(artifact);
    const own = files.get(folder) ?? [];
    if (own.length === 0) return [];
    const missing = unread.get(folder);
    const reason = `${missing} could not be read`;
    const open = missing === undefined ? {} : { variable: reason, output: reason };
    return [
      interfaceOf(
        artifact,
        own.flatMap(({ facts }) => facts.members),
        open,
      ),
    ];
  });
}

/** Returns the folder of a module, which is part of the name of submodules. */
const folderOf = ({ name }: ProducedArtifact): string =>
  /\/\/(?<folder>.+)$/.exec(name)?.groups?.["folder"] ?? ".";
