import { skipReason as whySkipped } from "@knockon/extract/skip";
import type { Manager } from "./managers.ts";
import type { BotDependency } from "./run-bot.ts";

const LANGUAGE = "the version of a language or a tool (go, toolchain, sdk, php, setup actions)";
const RESOURCES = "images in Terraform resources";
const OTHER_ECOSYSTEM = "packages of another ecosystem, told to Bazel";
const VENDORED = "vendored copies (vendor, node_modules)";
const LOCAL = "what lies in the same checkout";
const OWN = "what the repository itself publishes";
const UNNAMED = "references that the bot could not name (contains-variable)";

/** Kinds of dependencies, by manager, that are no artifact of our ecosystems. */
const FOREIGN_TYPES: Partial<Record<Manager, Record<string, string>>> = {
  bazel: { go_repository: OTHER_ECOSYSTEM, maven_install: OTHER_ECOSYSTEM },
  "bazel-module": { maven_install: OTHER_ECOSYSTEM, local_path_override: LOCAL },
  dockerfile: { install: "packages of an operating system (apk, apt)" },
  "github-actions": { "github-runner": "runner images (runs-on)", "uses-with": LANGUAGE },
  gomod: { golang: LANGUAGE, toolchain: LANGUAGE },
  npm: { engines: "engines", volta: "engines" },
  terraform: {
    required_version: "the tool's own version (required_version)",
    tfe_workspace: "the tool's own version (required_version)",
  },
};

/** Kubernetes' and Docker's providers have one for each kind. */
const TERRAFORM_RESOURCE = /^(?:kubernetes|docker)_/;

/** Sources that publish no packages, whichever manager asks them. */
function findForeignSource({ datasource = "", packageName = "" }: BotDependency): string | undefined {
  if (datasource === "kubernetes-api") return "API versions of Kubernetes";
  return datasource.endsWith("-version") || packageName.startsWith("containerbase/") ? LANGUAGE : undefined;
}

const LOCAL_PROTOCOL = /^(?:workspace|file|link|portal):/;
/** Why the bot itself looks no further. */
const LOCAL_REASONS = new Set([
  "internal-package",
  "local",
  "local-chart",
  "local-dependency",
  "no-repository",
  "path-dependency",
]);
const UNNAMED_REASONS = new Set(["invalid-name", "placeholder-url"]);

/** Other people's files, which neither side's user would act on. */
export const findVendored = (file: string): string | undefined =>
  whySkipped({ path: file, mode: "100644", oid: "" }) === "vendored" ? VENDORED : undefined;

/** Why a dependency is out of the comparison's scope; undefined if it is in it. */
export function findExclusion(
  repository: string,
  manager: Manager,
  dependency: BotDependency,
): string | undefined {
  const { depType = "", skipReason = "", currentValue = "", packageName = "" } = dependency;
  const foreign = FOREIGN_TYPES[manager]?.[depType] ?? findForeignSource(dependency);
  if (foreign !== undefined) return foreign;
  if (isOwn(repository, packageName, manager)) return OWN;
  if (LOCAL_REASONS.has(skipReason) || LOCAL_PROTOCOL.test(currentValue)) return LOCAL;
  if (isUnnamed(manager, dependency)) return UNNAMED;
  return BY_MANAGER[manager]?.(dependency);
}

function isUnnamed(manager: Manager, { depName = "", packageName, skipReason = "" }: BotDependency): boolean {
  const isAlias = manager === "gradle" && !(packageName ?? depName).includes(":");
  return depName === "" || depName.includes("${") || UNNAMED_REASONS.has(skipReason) || isAlias;
}

/** What only the format tells. */
const BY_MANAGER: Partial<Record<Manager, (dependency: BotDependency) => string | undefined>> = {
  composer: ({ depName = "" }) => (depName.includes("/") ? undefined : LANGUAGE),
  gomod: ({ packageName = "" }) => (packageName.split("/")[0]?.includes(".") ? undefined : LOCAL),
  gradle: ({ depName = "" }) => (GRADLE_TOOLS.has(depName) ? LANGUAGE : undefined),
  mix: ({ currentValue, currentDigest }) => ((currentValue ?? currentDigest) ? undefined : LOCAL),
  pub: ({ depName = "", currentValue }) =>
    currentValue === "" && FLUTTER.test(depName) ? LANGUAGE : undefined,
  terraform: ({ depType = "", datasource, currentValue }) => {
    if (TERRAFORM_RESOURCE.test(depType)) return RESOURCES;
    if (depType === "module" && datasource === undefined) return LOCAL;
    const isBare = depType === "provider" && currentValue === undefined;
    return isBare ? "provider blocks without a version" : undefined;
  },
  terragrunt: ({ datasource }) => (datasource === undefined ? LOCAL : undefined),
};

/** The extensions that `toolVersion` configures. */
const GRADLE_TOOLS = new Set(["checkstyle", "codenarc", "detekt", "jacoco", "ktlint", "pmd", "spotbugs"]);
const FLUTTER = /^(?:flutter(?:_\w+)?|integration_test)$/;

const OWN_BY_NAME: ReadonlySet<Manager> = new Set(["composer", "gradle", "maven", "npm", "nuget"]);

/** Of the packages that the repository publishes, npm's are ours unless the registry's are asked for. */
export function findOwn(
  manager: Manager,
  { name, version }: { name: string; version: string },
  own: ReadonlySet<string>,
): string | undefined {
  const isLocal = manager !== "npm" || version === "*";
  return isLocal && OWN_BY_NAME.has(manager) && own.has(name.toLowerCase()) ? OWN : undefined;
}

const BY_REPOSITORY: ReadonlySet<Manager> = new Set(["github-actions", "pre-commit", "terraform"]);

/** By `owner/repo`; modules of Go by the path that starts with it. */
function isOwn(repository: string, packageName: string, manager: Manager): boolean {
  const name = packageName.toLowerCase();
  const own = repository.toLowerCase();
  if (manager === "gomod") return `${name}/`.startsWith(`github.com/${own}/`);
  return BY_REPOSITORY.has(manager) && name === own;
}
