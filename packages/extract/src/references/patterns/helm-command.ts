import { findChart } from "../../chart-reference.ts";
import { gitName } from "../../name.ts";
import { expand } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { findRepository } from "../repository-url.ts";
import { flagValue, isFlag, type Command, type Word } from "./command.ts";

/** Reads `helm repo add NAME URL` and charts in registries (`oci://…`). `NAME/chart` is a local alias and is ignored. */
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
    isDiscussion: false,
  };
}

/** Drops everything up to the last `@`, because a password may contain a slash. */
const withoutSecrets = (url: string): string => url.replace(/[?#].*$/, "").replace(/:\/\/.*@/, "://");

/** Looks up a chart on GitHub Pages or a git host by its repository, and others as `findChart` does. */
function chartLookups(url: string, location: string): string[] {
  const pages = /^(?<owner>[\w-]+)\.github\.io\/(?<name>[\w.-]+)/i.exec(location)?.groups;
  if (pages) return [gitName(`github.com/${pages["owner"]}/${pages["name"]}`)];
  const repository = findRepository(url);
  if (repository) return [gitName(repository.location)];
  const name = location.slice(location.lastIndexOf("/") + 1);
  return url.startsWith("oci://") ? (findChart(name, url.slice(0, -name.length))?.lookups ?? []) : [];
}
