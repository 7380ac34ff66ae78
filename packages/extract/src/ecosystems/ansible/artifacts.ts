import type { Facts, ProducedArtifact, RepositoryIdentity } from "../../ecosystem.ts";
import { artifactName, conventionName } from "../../name.ts";
import { isTestInput } from "../../test-input.ts";
import type { AnsibleFacts, Offer } from "./read.ts";

/** Every collection, and the role that the repository is as a whole. */
export function producedBy(
  { path, facts: { offer } }: Facts<AnsibleFacts>,
  repository: RepositoryIdentity,
): ProducedArtifact[] {
  if (!offer || isTestInput(path)) return [];
  if (offer.type === "collection") return [collection(path, offer)];
  return /^meta\/main\.ya?ml$/.test(path) ? [role(path, offer, repository)] : [];
}

function collection(sourceFile: string, offer: Extract<Offer, { type: "collection" }>): ProducedArtifact {
  const name = offer.name.toLowerCase();
  return {
    ecosystem: "ansible",
    artifactType: "ansible_collection",
    name,
    version: offer.version,
    registryUrl: null,
    sourceFile,
    sourceLine: offer.line,
    announces: [artifactName("ansible_collection", name)],
    evidence: { class: "manifest", rule: "ansible.galaxy" },
  };
}

/** Without a namespace Galaxy takes the owner's, without a name the repository's. */
function role(
  sourceFile: string,
  { line, namespace, roleName }: Extract<Offer, { type: "role" }>,
  { fullPath }: RepositoryIdentity,
): ProducedArtifact {
  const path = fullPath.toLowerCase().split("/");
  const owner = namespace ?? path.at(-2) ?? "";
  const roles = roleName === null ? namesOfRepository(path.at(-1) ?? "") : [roleName];
  const names = roles.map((each) => `${owner}.${each}`.toLowerCase());
  const isTold = namespace !== null && roleName !== null;
  return {
    ecosystem: "ansible",
    artifactType: "ansible_role",
    name: names[0] ?? "",
    version: null,
    registryUrl: null,
    sourceFile,
    sourceLine: line,
    announces: names.map((name) => (isTold ? artifactName : conventionName)("ansible_role", name)),
    ...(isTold ? {} : { assumed: true }),
    evidence: { class: "manifest", rule: "ansible.role_meta" },
  };
}

/** `ansible-role-web-server` is imported as `web-server` or `web_server`. */
function namesOfRepository(repository: string): string[] {
  const short = repository.replace(/^(?:ansible-role-|ansible-|role-)(?=.)/, "");
  return [...new Set([short, short.replaceAll("-", "_"), repository])];
}
