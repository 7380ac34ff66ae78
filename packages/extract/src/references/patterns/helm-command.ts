import { findChart } from "../../chart-reference.ts";
import { gitName } from "../../name.ts";
import { expand } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { findRepository } from "../repository-url.ts";
import { flagValue, isFlag, type Command, type Word } from "./command.ts";

/** Flags whose next argument is neither the release nor the chart. */
const VALUED = new Set(
  (
    "-f --values --set --set-string --set-file --set-json -n --namespace --version --repo --timeout --kube-context --kubeconfig --username " +
    "--password --ca-file --cert-file --key-file --keyring -d --destination --untardir -a --api-versions --kube-version --post-renderer " +
    "--output-dir -s --show-only --description --history-max -l --labels -o --output --name-template"
  ).split(" "),
);

/**
 * Reads `helm repo add NAME URL`, charts in registries (`oci://…`), and charts of a repository with a local name (`NAME/chart`),
 * whose URL another command states.
 */
export function readHelm({ verb, words, bindings }: Command): { sightings: Sighting[] } {
  const isRepository = /repo[ \t]+add$/.test(verb);
  const version = isRepository ? null : flagValue(words, "--version");
  const scheme = isRepository ? /^(?:https?|oci):\/\// : /^oci:\/\//;
  const word = words.find((candidate) => !isFlag(candidate) && scheme.test(candidate.text));
  if (!word) return { sightings: isRepository ? [] : aliasedChart(verb, words, version, bindings) };
  const [name] = positional(words);
  const chartRepository = isRepository && name && name !== word ? { chartRepository: name.text } : {};
  const found = chart(word, version, bindings);
  // The command takes no chart yet: another line says which one, and at which version.
  const unbound = isRepository && found.lookups.length > 0 ? (found.unbound ?? "chart") : found.unbound;
  return { sightings: [{ ...found, unbound, ...chartRepository }] };
}

/** Returns the arguments that are neither flags nor their values. */
const positional = (words: readonly Word[]): Word[] =>
  words.filter((word, index) => !isFlag(word) && !VALUED.has(words[index - 1]?.text ?? ""));

/** Reads `helm install RELEASE NAME/chart` and `helm template RELEASE chart --repo URL`. */
function aliasedChart(
  verb: string,
  words: readonly Word[],
  version: string | null,
  bindings: Command["bindings"],
): Sighting[] {
  const [first, second] = positional(words);
  const word = /(?:install|upgrade|template)$/.test(verb) ? (second ?? first) : first;
  const url = flagValue(words, "--repo");
  const { alias, name } = ALIASED.exec(word?.text ?? "")?.groups ?? {};
  const constraint = expand(version ?? "", bindings);
  const found = url === null ? undefined : findChart(name ?? "", withoutSecrets(expand(url, bindings).text));
  if (!word || name === undefined || (url === null ? alias === undefined : !found)) return [];
  return [
    {
      offset: word.offset,
      dependencyType: "helm_chart",
      rawReference: word.text,
      artifact: found?.artifact ?? word.text,
      versionConstraint: constraint.text === "" ? null : constraint.text,
      versioning: "helm",
      unbound: constraint.unbound,
      lookups: found?.lookups ?? [],
      repository: null,
      rule: "helm",
      isFetched: true,
      isDiscussion: false,
      ...(found || alias === undefined ? {} : { chartRepository: alias }),
    },
  ];
}

const ALIASED = /^(?:(?<alias>[a-z\d][\w-]{0,100})\/)?(?<name>[a-z\d][\w.-]{0,100})$/i;

function chart(word: Word, version: string | null, bindings: Command["bindings"]): Sighting {
  const source = expand(withoutSecrets(word.text), bindings);
  const constraint = expand(version ?? "", bindings);
  const location = source.text.replace(/^\w+:\/\//, "").replace(/(?<!\/)\/+$/, "");
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
