import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { ArtifactInterface } from "@knockon/extract/interface";
import { everyScope } from "../edges.ts";

/** A resolved declaration, as far as the interface depends on it. */
interface InterfaceReference {
  dependencyType: ArtifactType;
  /** See `Resolution.artifact`. */
  artifact: string;
  /** See `Declaration.rawReference`. */
  rawReference: string;
}

/** `//` after the host separates the folder in an archive or repository: `git::https://host/acme/modules.git//vpc?ref=v1`. */
const FOLDER = /^(?:\w+::)?[^?]*?(?<![:/])\/\/(?<folder>[^?]*)/;

/**
 * Returns the scope of the interface that a declaration uses. A reference that only names the repository uses the artifact in the
 * folder that it names, or the only artifact of its type. Undefined if there are several.
 */
export function usedScope(
  { dependencyType, artifact, rawReference }: InterfaceReference,
  interfaces: readonly ArtifactInterface[],
): string | undefined {
  const isModule = dependencyType === "terraform_module";
  if (!isModule && artifact !== everyScope(dependencyType)) return artifact;
  const candidates = interfaces.filter(({ scope }) => scope.startsWith(`${dependencyType}:`));
  const folder = FOLDER.exec(rawReference)?.groups?.["folder"]?.replace(/^\.?\/+|\/+$/g, "");
  if (isModule || folder) return candidates.find(({ file }) => folderOf(file) === (folder ?? ""))?.scope;
  return candidates.length === 1 ? candidates[0]?.scope : undefined;
}

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf("/")));
