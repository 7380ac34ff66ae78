import { skipReason as whySkipped } from "@knockon/extract/snapshot";
import type { Manager } from "./managers.ts";
import type { BotDependency } from "./bot.ts";

const LANGUAGE = "the version of a language or a tool (go, toolchain, sdk, php, setup actions)";
const RESOURCES = "images in Terraform resources";
const OTHER_ECOSYSTEM = "packages of another ecosystem, declared to Bazel";
const VENDORED = "vendored copies (vendor, node_modules)";
const LOCAL = "references within the checkout";
const OWN = "artifacts of the repository itself";
const UNNAMED = "references that the bot could not name (contains-variable)";

/** Dependency types, by manager, that are not artifacts of our ecosystems. */
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

/** Resource types of the Kubernetes and Docker providers. */
const TERRAFORM_RESOURCE = /^(?:kubernetes|docker)_/;

/** Returns the reason to exclude a data source that publishes no packages. */
function findForeignSource({ datasource = "", packageName = "" }: BotDependency): string | undefined {
  if (datasource === "kubernetes-api") return "API versions of Kubernetes";
  return datasource.endsWith("-version") || packageName.startsWith("containerbase/") ? LANGUAGE : undefined;
}

const LOCAL_PROTOCOL = /^(?:workspace|file|link|portal):/;
/** The bot's reasons to skip local references. */
const LOCAL_REASONS = new Set([
  "internal-package",
  "local",
  "local-chart",
  "local-dependency",
  "no-repository",
  "path-dependency",
]);
const UNNAMED_REASONS = new Set(["invalid-name", "placeholder-url"]);

/** Returns the reason to exclude a vendored file. */
export const findVendored = (file: string): string | undefined =>
  whySkipped({ path: file, mode: "100644", oid: "" }) === "vendored" ? VENDORED : undefined;

/** Returns the reason to exclude a dependency. Undefined if it is in scope. */
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

/** Exclusions of a single format. */
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

/** Gradle extensions with a `toolVersion`. */
const GRADLE_TOOLS = new Set(["checkstyle", "codenarc", "detekt", "jacoco", "ktlint", "pmd", "spotbugs"]);
const FLUTTER = /^(?:flutter(?:_\w+)?|integration_test)$/;

const OWN_BY_NAME: ReadonlySet<Manager> = new Set(["composer", "gradle", "maven", "npm", "nuget"]);

/** Returns the reason to exclude a package that the repository publishes. An npm package only counts with version `*`. */
export function findOwn(
  manager: Manager,
  { name, version }: { name: string; version: string },
  own: ReadonlySet<string>,
): string | undefined {
  const isLocal = manager !== "npm" || version === "*";
  return isLocal && OWN_BY_NAME.has(manager) && own.has(name.toLowerCase()) ? OWN : undefined;
}

const BY_REPOSITORY: ReadonlySet<Manager> = new Set(["github-actions", "pre-commit", "terraform"]);

/** Whether the dependency is the repository itself: by `owner/repo`, for Go by a module path that starts with it. */
function isOwn(repository: string, packageName: string, manager: Manager): boolean {
  const name = packageName.toLowerCase();
  const own = repository.toLowerCase();
  if (manager === "gomod") return `${name}/`.startsWith(`github.com/${own}/`);
  return BY_REPOSITORY.has(manager) && name === own;
}
