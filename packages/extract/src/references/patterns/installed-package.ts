import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { isPackageName, nameOfSelector, parseSpecifier } from "../../ecosystems/npm/specifier.ts";
import { parseModuleName } from "../../ecosystems/puppet/module-name.ts";
import { parseRequirement } from "../../ecosystems/pypi/requirement.ts";
import { artifactName, gitName } from "../../name.ts";

/** A package by the name that a registry has it under. */
export interface InstalledPackage {
  name: string;
  constraint: string | null;
  lookups: string[];
}

/** A registry, and how its tools write the name of a package in an argument. Undefined for paths, URLs and other arguments. */
export interface Registry {
  rule: string;
  dependencyType: ArtifactType;
  parse(word: string): InstalledPackage | undefined;
}

/** Files that are installed from the disk. */
const FILE = /\.(?:whl|tar|tar\.\w+|tgz|zip|txt|in|cfg|toml|json|lock|gem|nupkg|crate|git)$/i;
/** `name@1.2` of uvx and Poetry. */
const AT_VERSION = /^(?<name>[a-z\d][\w.-]*(?:\[[^\]]*\])?)@(?<version>[\w.^~*+!-]+)$/i;

function python(word: string): InstalledPackage | undefined {
  const { name: selected = word, version } = AT_VERSION.exec(word)?.groups ?? {};
  const parsed = parseRequirement(selected);
  const { name, source } = parsed ?? {};
  if (name == null || source?.kind !== "index") return undefined;
  const constraint = version === "latest" ? null : (version ?? source.constraint);
  return { name, constraint, lookups: [artifactName("python_package", name)] };
}

function npm(word: string): InstalledPackage | undefined {
  const selected = nameOfSelector(word);
  if (!isPackageName(selected)) return undefined;
  const specifier = parseSpecifier(selected, word.slice(selected.length + 1));
  if (specifier.kind !== "registry") return undefined;
  const { name, constraint } = specifier;
  return { name, constraint: constraint || null, lookups: [artifactName("npm_package", name)] };
}

/** A name with an optional version after a separator. */
function named(type: ArtifactType, form: RegExp, normalize: (name: string) => string) {
  return (word: string): InstalledPackage | undefined => {
    const { name, version } = form.exec(word)?.groups ?? {};
    if (name === undefined) return undefined;
    return { name, constraint: version ?? null, lookups: [artifactName(type, normalize(name))] };
  };
}

/** A formula of a tap, which is the repository `homebrew-NAME`. Formulas of Homebrew itself have no slash. */
function tapped(word: string): InstalledPackage | undefined {
  const { owner, tap } =
    /^(?<owner>[a-z\d][\w-]*)\/(?<tap>[a-z\d][\w-]*)\/[a-z\d][\w@.+-]*$/i.exec(word)?.groups ?? {};
  if (owner === undefined || tap === undefined) return undefined;
  const location = `github.com/${owner}/homebrew-${tap.replace(/^homebrew-/, "")}`;
  return { name: location, constraint: null, lookups: [gitName(location)] };
}

function puppetModule(word: string): InstalledPackage | undefined {
  const name = parseModuleName(word);
  return name === undefined
    ? undefined
    : { name, constraint: null, lookups: [artifactName("puppet_module", name)] };
}

const asWritten = (name: string): string => name;
const lowercase = (name: string): string => name.toLowerCase();

const registry = (rule: string, dependencyType: ArtifactType, parse: Registry["parse"]): Registry => ({
  rule,
  dependencyType,
  parse: (word) => (FILE.test(word) ? undefined : parse(word)),
});

export const PYPI = registry("pip_install", "python_package", python);
export const NPM = registry("npm_install", "npm_package", npm);
export const CRATES = registry(
  "cargo_install",
  "rust_crate",
  named("rust_crate", /^(?<name>[a-z][\w-]*)(?:@(?<version>[\w.^~=*+-]+))?$/i, asWritten),
);
export const RUBYGEMS = registry(
  "gem_install",
  "ruby_gem",
  named("ruby_gem", /^(?<name>[a-z\d_][\w.-]*)(?::(?<version>\d[\w.]*))?$/i, asWritten),
);
export const NUGET = registry(
  "dotnet_install",
  "nuget_package",
  named("nuget_package", /^(?<name>[a-z][\w.-]*)(?:(?:@|::)(?<version>[\w.*-]+))?$/i, lowercase),
);
export const PACKAGIST = registry(
  "composer_require",
  "composer_package",
  named(
    "composer_package",
    /^(?<name>[a-z\d][\w.-]*\/[a-z\d][\w.-]*)(?:[:=](?<version>[\w.^~*@|-]+))?$/i,
    lowercase,
  ),
);
export const PUPPET_FORGE = registry("puppet_install", "puppet_module", puppetModule);
export const HEX = registry(
  "mix_install",
  "hex_package",
  named("hex_package", /^(?<name>[a-z]\w*)$/, asWritten),
);
export const HOMEBREW = registry("brew_install", "git_repository", tapped);
