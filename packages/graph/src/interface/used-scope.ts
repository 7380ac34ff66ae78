import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { ArtifactInterface } from "@knockon/extract/interface";

/** `//` after the host separates the folder in an archive or repository: `git::https://host/acme/modules.git//vpc?ref=v1`. */
const FOLDER = /^(?:\w+::)?[^?]*?(?<![:/])\/\/(?<folder>[^?]*)/;

/**
 * Returns the scope of the Terraform module in the folder that a declaration names. Registries and Git hosts find the
 * repository by the rest of the reference. Undefined for other types, and if no interface is in the folder.
 */
export function usedScope(
  { dependencyType, rawReference }: { dependencyType: ArtifactType; rawReference: string },
  interfaces: readonly Pick<ArtifactInterface, "scope" | "file">[],
): string | undefined {
  if (dependencyType !== "terraform_module") return undefined;
  const folder = FOLDER.exec(rawReference)?.groups?.["folder"]?.replace(/^\.?\/+|\/+$/g, "") ?? "";
  return interfaces.find(
    ({ scope, file }) => scope.startsWith("terraform_module:") && folderOf(file) === folder,
  )?.scope;
}

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf("/")));
