import { posix } from "node:path";
import type { Facts, LinkInput, ProducedArtifact } from "../../ecosystem.ts";
import { conventionName } from "../../name.ts";
import { PUBLIC_REGISTRY } from "./provider-source.ts";
import type { TerraformFacts } from "./read.ts";

type Input = LinkInput<TerraformFacts>;

/** `terraform-<provider>-<name>`, the name registries ask of a module's repository. */
const MODULE_REPOSITORY = /^terraform-(?!provider-)(?<provider>[\da-z]+)-(?<name>[\w-]+)$/;
const PROVIDER_REPOSITORY = /^terraform-provider-(?<name>[\w-]+)$/;
/** What a provider's repository has at its root, best first. */
const PROVIDER_FILES = ["terraform-registry-manifest.json", "main.go", "go.mod"];
/** Folders whose modules show or try others, and are called by nobody. */
const DEMONSTRATION = /(?:^|\/)(?:examples?|tests?|testdata|(?:test-)?fixtures)(?:\/|$)/;

export function producedArtifacts(input: Input): ProducedArtifact[] {
  return [...providers(input), ...modules(input)];
}

/** Registries know a repository by its outermost group and its own name. */
function registryIdentity({ repository }: Input): { owner: string; name: string } {
  const segments = repository.fullPath.toLowerCase().split("/");
  return { owner: segments[0] ?? "", name: segments.at(-1) ?? "" };
}

function providers(input: Input): ProducedArtifact[] {
  const { owner, name: repositoryName } = registryIdentity(input);
  const name = PROVIDER_REPOSITORY.exec(repositoryName)?.groups?.["name"];
  const sourceFile = PROVIDER_FILES.find((path) => input.tree.some((entry) => entry.path === path));
  if (name === undefined || sourceFile === undefined) return [];
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
    ({ path, facts }) => facts.dialect === "terraform" && !DEMONSTRATION.test(posix.dirname(path)),
  );
  const directories = Map.groupBy(files, ({ path }) => posix.dirname(path));
  const published = registryModule(input, directories.get(".") ?? files);
  if (published.length > 0) directories.delete(".");
  return [
    ...published,
    ...Array.from(directories).flatMap(([directory, own]) => gitModule(input, directory, own)),
  ];
}

/** Of the files at the root or, since some modules are published for their `modules/` alone, of any. */
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

/** Found by the repository's own git name, which the repository announces itself. */
function gitModule(input: Input, directory: string, files: Facts<TerraformFacts>[]): ProducedArtifact[] {
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

/** Versions are the repository's tags, and no file says where a module is published. */
const UNVERSIONED = { ecosystem: "terraform", version: null, registryUrl: null };
