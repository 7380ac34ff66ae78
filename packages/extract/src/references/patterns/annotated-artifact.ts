import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { findAliasedChart, findChart } from "../../chart-reference.ts";
import { moduleLookups } from "../../ecosystems/golang/module-lookups.ts";
import { parseModuleSource, parseProviderSource } from "../../ecosystems/terraform/source.ts";
import { imageLookups, parseImageReference } from "../../image-reference.ts";
import { artifactName, gitName, mavenLookups } from "../../name.ts";
import { schemeOfType } from "../../version.ts";
import { canonicalName } from "../heuristic-patterns.ts";
import type { Sighting } from "../reference.ts";
import { findRepository } from "../repository-url.ts";

type Artifact = Pick<
  Sighting,
  "dependencyType" | "rawReference" | "artifact" | "versioning" | "lookups" | "repository"
>;
/** `registryUrl` is empty if the annotation has none. */
type Find = (name: string, registryUrl: string) => Artifact | undefined;

/** A name in any registry. URLs are checked by `findRepository`. */
const NAME = /^@?\w[\w.+~-]*(?:[/:][\w.+~-]+)*$/;
const MAX_LENGTH = 200;

const FIND: ReadonlyMap<string, Find> = new Map<string, Find>([
  ["helm", chart],
  ["docker", image],
  ["git-refs", repository("")],
  ["git-tags", repository("")],
  ["github-releases", repository("https://github.com")],
  ["github-tags", repository("https://github.com")],
  ["gitlab-packages", repository("https://gitlab.com")],
  ["gitlab-releases", repository("https://gitlab.com")],
  ["gitlab-tags", repository("https://gitlab.com")],
  ["npm", published("npm_package")],
  ["pypi", published("python_package")],
  ["rubygems", published("ruby_gem")],
  ["crate", published("rust_crate")],
  ["nuget", published("nuget_package")],
  ["packagist", published("composer_package")],
  ["puppet-forge", published("puppet_module")],
  ["go", goModule],
  ["maven", mavenArtifact],
  ["terraform-module", terraformModule],
  ["terraform-provider", terraformProvider],
]);

/** Returns the artifact of an annotation, or undefined for other datasources and invalid names. */
export function annotatedArtifact(fields: ReadonlyMap<string, string>): Artifact | undefined {
  const name = fields.get("packageName") ?? fields.get("lookupName") ?? fields.get("depName") ?? "";
  const registryUrl = fields.get("registryUrl") ?? "";
  if (name.length > MAX_LENGTH || registryUrl.length > MAX_LENGTH) return undefined;
  if (!NAME.test(name) && !/^(?:\w+:\/\/|git@)/.test(name)) return undefined;
  return FIND.get(fields.get("datasource") ?? "")?.(name, registryUrl);
}

function artifactOf(type: ArtifactType, name: string, artifact: string, lookups: string[]): Artifact {
  return {
    dependencyType: type,
    rawReference: name,
    artifact,
    versioning: schemeOfType(type),
    lookups,
    repository: null,
  };
}

function published(type: ArtifactType): Find {
  return (name) =>
    NAME.test(name)
      ? artifactOf(type, name, name, [artifactName(type, canonicalName(type, name))])
      : undefined;
}

function chart(name: string, registryUrl: string): Artifact | undefined {
  if (!NAME.test(name)) return undefined;
  const found = registryUrl === "" ? findAliasedChart(name, "") : findChart(name, registryUrl);
  return found && artifactOf("helm_chart", name, found.artifact, found.lookups);
}

function image(name: string, registryUrl: string): Artifact | undefined {
  const found = parseImageReference(inRegistry(name, registryUrl));
  return found && artifactOf("container_image", name, found.name, imageLookups(found.name));
}

/** The name is a URL, or a path on the host of the datasource. */
function repository(host: string): Find {
  return (name, registryUrl) => {
    const path = name.replace(/:.*$/, "");
    const found = findRepository(NAME.test(name) ? `${registryUrl || host}/${path}` : name, true);
    if (!found) return undefined;
    const { artifact, location, raw } = found;
    const rawReference = NAME.test(name) ? name : raw;
    return {
      ...artifactOf("git_repository", rawReference, artifact, [gitName(location)]),
      repository: location,
    };
  };
}

function goModule(name: string): Artifact | undefined {
  return NAME.test(name) ? artifactOf("go_module", name, name, moduleLookups(name)) : undefined;
}

function mavenArtifact(name: string): Artifact | undefined {
  const { group, artifact } = /^(?<group>[\w.-]+):(?<artifact>[\w.-]+)$/.exec(name)?.groups ?? {};
  if (group === undefined || artifact === undefined) return undefined;
  return artifactOf("maven_artifact", name, name, mavenLookups(group, artifact));
}

function terraformModule(name: string, registryUrl: string): Artifact | undefined {
  const source = NAME.test(name) ? parseModuleSource(inRegistry(name, registryUrl), "terraform") : undefined;
  return source?.fromRegistry
    ? artifactOf("terraform_module", name, source.artifact, source.lookups)
    : undefined;
}

function terraformProvider(name: string, registryUrl: string): Artifact | undefined {
  const source = NAME.test(name) ? parseProviderSource(inRegistry(name, registryUrl)) : undefined;
  return source && artifactOf("terraform_provider", name, source.artifact, source.lookups);
}

/** Adds the host of the registry to a name without a host. */
function inRegistry(name: string, registryUrl: string): string {
  const host = /^(?:\w+:\/\/)?(?:[^/@]*@)?(?<host>[^/?#]+)/.exec(registryUrl)?.groups?.["host"];
  const [first = "", ...rest] = name.split("/");
  return host === undefined || (rest.length > 0 && /[.:]/.test(first)) ? name : `${host}/${name}`;
}
