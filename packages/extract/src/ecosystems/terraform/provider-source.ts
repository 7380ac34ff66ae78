import { artifactName, conventionName } from "../../name.ts";

/** Where a name without host belongs. */
export const PUBLIC_REGISTRY = "registry.terraform.io";

export interface ProviderSource {
  artifact: string;
  lookups: string[];
}

/** `name`, `namespace/name` or `host/namespace/name`; undefined for what is built into Terraform. */
export function parseProviderSource(source: string): ProviderSource | undefined {
  const [name = "", namespace = "hashicorp", host = PUBLIC_REGISTRY] = source
    .toLowerCase()
    .split("/")
    .toReversed();
  if (host === "terraform.io") return undefined;
  const canonical = `${host}/${namespace}/${name}`;
  return {
    artifact: canonical,
    lookups: [
      artifactName("terraform_provider", canonical),
      conventionName("terraform_provider", `${namespace}/terraform-provider-${name}`),
    ],
  };
}
