import type { BotDependency, Manager } from "./run-bot.ts";

/** Kinds of dependencies, by manager, that are no artifact of our ecosystems. */
const FOREIGN_TYPES: Partial<Record<Manager, Record<string, string>>> = {
  dockerfile: { install: "packages of an operating system (apk, apt)" },
  "github-actions": {
    "github-runner": "runner images (runs-on)",
    "uses-with": "tool versions in an action's inputs",
  },
  gomod: {
    golang: "the language's own version (go, toolchain)",
    toolchain: "the language's own version (go, toolchain)",
  },
  npm: { engines: "engines", volta: "engines" },
  terraform: {
    required_version: "the tool's own version (required_version)",
    helm_release: "charts and images in Terraform resources",
    kubernetes_deployment: "charts and images in Terraform resources",
  },
  terragrunt: {},
};

const LOCAL = "what lies in the same checkout";
const LOCAL_PROTOCOL = /^(?:workspace|file|link|portal):/;

/** Why a dependency is out of the comparison's scope; undefined if it is in it. */
export function findExclusion(
  repository: string,
  manager: Manager,
  dependency: BotDependency,
): string | undefined {
  const { depType = "", skipReason, currentValue, packageName = "" } = dependency;
  const foreign = FOREIGN_TYPES[manager]?.[depType];
  if (foreign !== undefined) return foreign;
  if (isOwn(repository, packageName, manager)) return "what the repository itself publishes";
  if (skipReason === "local" || LOCAL_PROTOCOL.test(currentValue ?? "")) return LOCAL;
  if (depType === "module" && dependency.datasource === undefined) return LOCAL;
  if (manager === "terraform" && depType === "provider" && currentValue === undefined) {
    return "provider blocks without a version";
  }
  if (dependency.depName === undefined) return "references that the bot could not name (contains-variable)";
  return undefined;
}

/** Actions by `owner/repo`, modules by the path that starts with it. */
function isOwn(repository: string, packageName: string, manager: Manager): boolean {
  const name = packageName.toLowerCase();
  const own = repository.toLowerCase();
  if (manager === "github-actions") return name === own;
  return manager === "gomod" && `${name}/`.startsWith(`github.com/${own}/`);
}
