import { findChart } from "../../chart-reference.ts";
import { gitName } from "../../name.ts";
import { expand } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { findRepository } from "../repository-url.ts";
import type { Command } from "./command.ts";
import { flagValue, isFlag, type Word } from "./words.ts";

/** `helm repo add NAME URL` and charts in registries (`oci://…`). `NAME/chart` is a name of this machine's and says nothing. */
export function readHelm({ verb, words, bindings }: Command): { sightings: Sighting[] } {
  const isRepository = /repo[ \t]+add$/.test(verb);
  const version = isRepository ? null : flagValue(words, "--version");
  const scheme = isRepository ? /^(?:https?|oci):\/\// : /^oci:\/\//;
  const word = words.find((candidate) => !isFlag(candidate) && scheme.test(candidate.text));
  return { sightings: word ? [chart(word, version, bindings)] : [] };
}

function chart(word: Word, version: string | null, bindings: Command["bindings"]): Sighting {
  const source = expand(withoutSecrets(word.text), bindings);
  const constraint = expand(version ?? "", bindings);
  const location = source.text.replace(/^\w+:\/\//, "").replace(/\/+$/, "");
  return {
    offset: word.offset,
    dependencyType: "helm_chart",
    rawReference: source.text,
    artifact: location,
    versionConstraint: constraint.text === "" ? null : constraint.text,
    versioning: "helm",
    unbound: source.unbound ?? constraint.unbound,
    lookups: source.unbound === null ? chartLookups(source.text, location) : [],
    repository: null,
    rule: "helm",
    isFetched: true,
    isTalk: false,
  };
}

/** Up to the last `@`: a password may hold a slash. */
const withoutSecrets = (url: string): string => url.replace(/[?#].*$/, "").replace(/:\/\/.*@/, "://");

/** A chart in a registry is asked for as everywhere; what a page of GitHub's serves, by its repository. */
function chartLookups(url: string, location: string): string[] {
  const pages = /^(?<owner>[\w-]+)\.github\.io\/(?<name>[\w.-]+)/i.exec(location)?.groups;
  if (pages) return [gitName(`github.com/${pages["owner"]}/${pages["name"]}`)];
  const repository = findRepository(url);
  if (repository) return [gitName(repository.location)];
  const name = location.slice(location.lastIndexOf("/") + 1);
  return url.startsWith("oci://") ? (findChart(name, url.slice(0, -name.length))?.lookups ?? []) : [];
}
