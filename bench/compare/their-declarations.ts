import { keyOf, type Comparable } from "./comparable.ts";
import { findExclusion, findOwn, findVendored } from "./exclusions.ts";
import { MANAGERS, type Manager } from "./managers.ts";
import type { BotDependency, PackageFiles } from "./run-bot.ts";
import { spellTheirs } from "./spell-theirs.ts";

export interface TheirDeclaration extends Comparable {
  manager: Manager;
  dependency: BotDependency;
}

interface TheirDeclarations {
  declarations: TheirDeclaration[];
  /** Why each of the others is out of scope. */
  excluded: string[];
}

/** `own` are the names of what the repository publishes. */
export function theirDeclarations(
  repository: string,
  packageFiles: PackageFiles,
  own: ReadonlySet<string> = new Set(),
): TheirDeclarations {
  const declarations: TheirDeclaration[] = [];
  const excluded: string[] = [];
  for (const manager of MANAGERS) {
    for (const { packageFile: file, deps } of packageFiles[manager] ?? []) {
      for (const dependency of deps) {
        const spelled = spellTheirs(manager, dependency);
        const reason =
          findVendored(file) ??
          findExclusion(repository, manager, dependency) ??
          findOwn(manager, spelled, own);
        if (reason !== undefined) excluded.push(reason);
        else {
          const limits = {
            isFileOfVersion: dependency.sharedVariableName !== undefined,
            isVersionUnknown: isVersionUnknown(manager, dependency),
          };
          declarations.push({ repository, file, manager, dependency, ...limits, ...spelled });
        }
      }
    }
  }
  return { declarations: countedOnce(declarations), excluded };
}

const UNKNOWN_VERSION = new Set(["git-dependency", "inherited-dependency", "multiple-constraint-dep"]);

/** What the file binds and the bot does not; of gems it sees no version on another line, of NuGet no central one. */
function isVersionUnknown(manager: Manager, { currentValue, skipReason = "" }: BotDependency): boolean {
  if (UNKNOWN_VERSION.has(skipReason)) return true;
  if (currentValue === undefined) return manager === "bundler" || manager === "nuget";
  return /\$\{|^catalog:|^\$\w/.test(currentValue);
}

/** What several managers find in one file is as often there as the one says that finds the most. */
const countedOnce = (declarations: readonly TheirDeclaration[]): TheirDeclaration[] =>
  [...Map.groupBy(declarations, keyOf).values()].flatMap((alike) => {
    const byManager = [...Map.groupBy(alike, ({ manager }) => manager).values()];
    return byManager.toSorted((a, b) => b.length - a.length)[0] ?? [];
  });
