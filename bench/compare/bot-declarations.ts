import { keyOf, type Comparable } from "./match.ts";
import { findExclusion, findOwn, findVendored } from "./exclusions.ts";
import { MANAGERS, type Manager } from "./managers.ts";
import type { BotDependency, PackageFiles } from "./bot.ts";
import { normalizeDependency } from "./normalize-bot.ts";

export interface BotDeclaration extends Comparable {
  manager: Manager;
  dependency: BotDependency;
}

interface BotDeclarations {
  declarations: BotDeclaration[];
  /** Reasons of the excluded dependencies. */
  excluded: string[];
}

/** Returns the bot's declarations in scope. `own` contains the names that the repository publishes. */
export function botDeclarations(
  repository: string,
  packageFiles: PackageFiles,
  own: ReadonlySet<string> = new Set(),
): BotDeclarations {
  const declarations: BotDeclaration[] = [];
  const excluded: string[] = [];
  for (const manager of MANAGERS) {
    for (const { packageFile: file, deps } of packageFiles[manager] ?? []) {
      for (const dependency of deps) {
        const normalized = normalizeDependency(manager, dependency);
        const reason =
          findVendored(file) ??
          findExclusion(repository, manager, dependency) ??
          findOwn(manager, normalized, own);
        if (reason !== undefined) excluded.push(reason);
        else {
          const limits = {
            isFileOfVersion: dependency.sharedVariableName !== undefined,
            isVersionUnknown: isVersionUnknown(manager, dependency),
          };
          declarations.push({ repository, file, manager, dependency, ...limits, ...normalized });
        }
      }
    }
  }
  return { declarations: countOnce(declarations), excluded };
}

const UNKNOWN_VERSION = new Set(["git-dependency", "inherited-dependency", "multiple-constraint-dep"]);

/** Whether the file has a version that the bot does not report: a bound property, a gem's on another line, a central one of NuGet. */
function isVersionUnknown(manager: Manager, { currentValue, skipReason = "" }: BotDependency): boolean {
  if (UNKNOWN_VERSION.has(skipReason)) return true;
  if (currentValue === undefined) return manager === "bundler" || manager === "nuget";
  return /\$\{|^catalog:|^\$\w/.test(currentValue);
}

/** Keeps equal declarations of one file from the manager with the most of them. */
const countOnce = (declarations: readonly BotDeclaration[]): BotDeclaration[] =>
  [...Map.groupBy(declarations, keyOf).values()].flatMap((alike) => {
    const byManager = [...Map.groupBy(alike, ({ manager }) => manager).values()];
    return byManager.toSorted((a, b) => b.length - a.length)[0] ?? [];
  });
