import { parseGitUrl } from "@knockon/extract/git-url";
import { parseImageReference } from "@knockon/extract/image-reference";
import type { Comparable } from "./comparable.ts";
import { findExclusion } from "./exclusions.ts";
import { MANAGERS, type BotDependency, type Manager, type PackageFiles } from "./run-bot.ts";

export interface TheirDeclaration extends Comparable {
  manager: Manager;
  dependency: BotDependency;
}

interface TheirDeclarations {
  declarations: TheirDeclaration[];
  /** Why each of the others is out of scope. */
  excluded: string[];
}

/** Every normalisation is explained in the README. */
export function theirDeclarations(repository: string, packageFiles: PackageFiles): TheirDeclarations {
  const result: TheirDeclarations = { declarations: [], excluded: [] };
  for (const manager of MANAGERS) {
    for (const { packageFile: file, deps } of packageFiles[manager] ?? []) {
      for (const dependency of deps) {
        const reason = findExclusion(repository, manager, dependency);
        if (reason !== undefined) result.excluded.push(reason);
        else
          result.declarations.push({ repository, file, manager, dependency, ...nameAndVersion(dependency) });
      }
    }
  }
  return result;
}

function nameAndVersion(dependency: BotDependency): { name: string; version: string } {
  const { currentValue = "", datasource = "", depType } = dependency;
  const name = dependency.packageName ?? dependency.depName ?? "";
  if (datasource === "docker") return { name: imageName(name), version: imageVersion(dependency) };
  if (depType === "action" || depType === "workflow") {
    const version = dependency.currentDigest ?? dependency.currentDigestShort ?? currentValue;
    return { name: name.toLowerCase(), version };
  }
  if (datasource.startsWith("terraform-")) {
    return { name: `${registryHost(dependency)}/${name}`.toLowerCase(), version: currentValue };
  }
  if (datasource === "github-tags")
    return { name: `github.com/${name}`.toLowerCase(), version: currentValue };
  if (datasource === "git-tags") return { name: parseGitUrl(name)?.location ?? name, version: currentValue };
  return { name, version: currentValue };
}

const imageName = (name: string): string => parseImageReference(name)?.name ?? name;

const imageVersion = ({ currentValue, currentDigest }: BotDependency): string =>
  [currentValue, currentDigest].filter((part) => part !== undefined).join("@");

const PUBLIC_REGISTRY = "registry.terraform.io";

/** The bot takes the registry of a lock file beside it; where the source names none, both tools' own are one. */
function registryHost({ registryUrls }: BotDependency): string {
  const host = registryUrls?.[0]?.replace(/^https?:\/\//, "");
  return host === undefined || host === "registry.opentofu.org" ? PUBLIC_REGISTRY : host;
}
