import { parseGitUrl } from "@knockon/extract/git-url";
import type { Manager } from "./managers.ts";
import type { BotDependency } from "./bot.ts";
import {
  asYamlNumber,
  chartName,
  imageName,
  pythonName,
  withoutSpaces,
  withoutTemplate,
} from "./normalize.ts";

interface Normalized {
  name: string;
  version: string;
}

/** Returns name and version of a bot's dependency, normalized for the comparison. */
export function normalizeDependency(manager: Manager, dependency: BotDependency): Normalized {
  const { currentValue: version = "", datasource = "" } = dependency;
  const name = dependency.packageName ?? dependency.depName ?? "";
  const normalized = BY_MANAGER[manager]?.(dependency, name) ?? bySource(datasource, dependency, name);
  return normalized ?? { name, version };
}

const refOf = ({ currentDigest, currentDigestShort, currentValue = "" }: BotDependency): string =>
  currentDigest ?? currentDigestShort ?? currentValue;

const GIT_SOURCE = /^(?:git|github|gitlab|bitbucket)-(?:tags|refs|digest|releases)$/;

function bySource(datasource: string, dependency: BotDependency, name: string): Normalized | undefined {
  const { currentValue: version = "", registryUrls } = dependency;
  if (GIT_SOURCE.test(datasource)) {
    return { name: repositoryName(datasource, name), version: refOf(dependency) };
  }
  switch (datasource) {
    case "docker":
      return { name: imageName(name), version: imageVersion(dependency) };
    case "helm":
      return { name: chartName(registryUrls?.[0] ?? "", name), version: asYamlNumber(version) };
    case "pypi":
      return { name: pythonName(name), version: withoutSpaces(version) };
    case "nuget":
    case "packagist":
      return { name: name.toLowerCase(), version };
    case "terraform-module":
    case "terraform-provider":
      return { name: moduleName(dependency), version };
    default:
      return undefined;
  }
}

function repositoryName(datasource: string, name: string): string {
  const [service = ""] = datasource.split("-");
  if (service === "git" || name.includes("://")) return parseGitUrl(name)?.location ?? name;
  return `${service}.${service === "bitbucket" ? "org" : "com"}/${name}`.toLowerCase();
}

type Normalize = (dependency: BotDependency, name: string) => Normalized | undefined;

const chart: Normalize = ({ currentValue = "", datasource = "", registryUrls }, name) =>
  datasource === "docker" || datasource === ""
    ? { name: chartName(registryUrls?.[0] ?? "", name), version: asYamlNumber(currentValue) }
    : undefined;

/** A git dependency has the name of its key in the manifest. */
const byKey: Normalize = (dependency) =>
  GIT_SOURCE.test(dependency.datasource ?? "")
    ? { name: dependency.depName ?? "", version: refOf(dependency) }
    : undefined;

const byPythonKey: Normalize = (dependency, name) => {
  const normalized = byKey(dependency, name);
  return normalized && { ...normalized, name: pythonName(normalized.name) };
};

/** By project only: the bot reports neither files nor components, nor the default host. */
const gitlab: Normalize = ({ datasource, currentValue: version = "" }, name) =>
  datasource === "gitlab-tags" ? { name, version } : undefined;

const BY_MANAGER: Partial<Record<Manager, Normalize>> = {
  "azure-pipelines": ({ datasource, currentValue: version = "" }, name) =>
    datasource === "azure-pipelines-tasks" ? { name: name.toLowerCase(), version } : undefined,
  bazel: (dependency, name) => {
    const [registry] = dependency.depType === "container_pull" ? (dependency.registryUrls ?? []) : [];
    return registry === undefined
      ? undefined
      : { name: imageName(`${registry}/${name}`), version: imageVersion(dependency) };
  },
  "bazel-module": byKey,
  "bitbucket-pipelines": ({ datasource, currentValue: version = "" }, name) =>
    datasource === "bitbucket-tags" ? { name, version } : undefined,
  buildkite: ({ datasource, currentValue: version = "" }, name) =>
    datasource === undefined ? { name: `github.com/${name}-buildkite-plugin`, version } : undefined,
  bundler: (dependency, name) =>
    byKey(dependency, name) ?? { name, version: withoutSpaces(withoutQuotes(dependency.currentValue ?? "")) },
  cargo: byKey,
  conan: ({ depName = "", currentValue: version = "" }) => ({ name: depName, version }),
  copier: ({ currentValue: version = "" }, name) => ({
    name: name.replace(/^gh:/, "github.com/").replace(/^gl:/, "gitlab.com/"),
    version,
  }),
  "github-actions": (dependency, name) =>
    dependency.depType === "action" || dependency.depType === "workflow"
      ? { name: name.toLowerCase(), version: refOf(dependency) }
      : undefined,
  gitlabci: gitlab,
  "gitlabci-include": gitlab,
  "helm-requirements": chart,
  helmfile: chart,
  helmv3: chart,
  mix: (dependency, name) =>
    byKey(dependency, name) ?? { name: name.split(":")[0] ?? "", version: refOf(dependency) },
  npm: npmPackage,
  pep621: byPythonKey,
  pip_requirements: byPythonKey,
  pipenv: byPythonKey,
  poetry: byPythonKey,
  "pre-commit": ({ skipReason, registryUrls, currentValue: version = "" }, name) =>
    skipReason === "unknown-registry" ? { name: `${registryUrls?.[0]}/${name}`, version } : undefined,
  pub: byKey,
  swift: ({ datasource = "", currentValue = "" }, name) => ({
    name: repositoryName(datasource, name),
    version: withoutQuotes(currentValue).trim(),
  }),
};

const withoutQuotes = (text: string): string => text.replace(/["']/g, "");

const GIT_SPECIFIER = /^(?:git|github:|gitlab:|bitbucket:|https?:|[\w.-]+\/[\w.-]+(?:#|$))/;
const ARCHIVE_REF = /\/archive\/(?:refs\/\w+\/)?(?<ref>[^#]+?)\.(?:tar\.gz|tgz|zip)$/;

/** A package manager has its name in the file, since Yarn is published under two names. A git specifier is reduced to its ref. */
function npmPackage(dependency: BotDependency, name: string): Normalized {
  const { depName = "", depType, currentValue = "" } = dependency;
  if (depType === "packageManager") return { name: depName, version: currentValue };
  if (!GIT_SPECIFIER.test(currentValue)) return byKey(dependency, name) ?? { name, version: currentValue };
  const [address = "", fragment] = currentValue.split("#");
  const archive = ARCHIVE_REF.exec(address)?.groups?.["ref"];
  const bare = /^https?:/.test(address) ? currentValue : "";
  return { name, version: fragment?.replace(/^semver:/, "") ?? archive ?? bare };
}

const imageVersion = ({ currentValue, currentDigest }: BotDependency): string =>
  withoutTemplate([currentValue, currentDigest].filter((part) => part !== undefined).join("@"));

const PUBLIC_REGISTRY = "registry.terraform.io";

function moduleName(dependency: BotDependency): string {
  const [host, name] = [registryHost(dependency), dependency.packageName ?? dependency.depName ?? ""];
  return (name.startsWith(`${host}/`) ? name : `${host}/${name}`).toLowerCase();
}

/** The bot reads the registry from a lock file. The default registries of Terraform and OpenTofu count as one. */
function registryHost({ registryUrls }: BotDependency): string {
  const host = registryUrls?.[0]?.replace(/^https?:\/\//, "");
  return host === undefined || host === "registry.opentofu.org" ? PUBLIC_REGISTRY : host;
}
