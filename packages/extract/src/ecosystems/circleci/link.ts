import { posix } from "node:path";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type Problem,
  type ProducedArtifact,
  type RepositoryIdentity,
} from "../../ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { interfaceOf, type ArtifactInterface, type OpenKinds } from "../../interface.ts";
import { artifactName, conventionName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf } from "../../scope.ts";
import { joinCalls, mergeParts, type OrbCall } from "./interface.ts";
import { folderOrbName, type CircleFacts, type Use } from "./read.ts";

export function linkCircleFiles({ repository, files }: LinkInput<CircleFacts>): LinkResult {
  const artifacts = producedArtifacts(files, repository);
  const own = new Set(artifacts.flatMap(({ announces }) => announces));
  const result: LinkResult = { declarations: [], artifacts, problems: [] };
  const orbs = new Set(files.flatMap(({ path, facts }) => (facts.isOrb ? posix.dirname(path) : [])));
  for (const { path, facts } of files) {
    if (facts.isPart && !orbs.has(rootOf(path))) continue;
    if (facts.problem) result.problems.push(invalidSyntax("circleci", path, facts.problem));
    const uses = facts.uses.filter(({ text }) => !isUrl(text)).toSorted((a, b) => a.line - b.line);
    for (const use of uses) {
      const reference = findReference(use);
      if (!reference) result.problems.push(problemOf(path, use));
      else if (!reference.lookups.some((name) => own.has(name))) {
        result.declarations.push({
          ecosystem: "circleci",
          sourceFile: path,
          sourceLine: use.line,
          rawReference: use.text,
          versionComment: null,
          evidence: { class: "manifest", rule: use.rule },
          ...reference,
          ...(use.orb &&
            joinCalls([use.orb.call, ...(facts.isOrb ? callsOf(use.orb.alias, path, files) : [])])),
          scope: facts.isPart || facts.isOrb ? orbScope(path, artifacts) : null,
        });
      }
    }
  }
  return { ...result, interfaces: interfacesOf(files, artifacts) };
}

/** The folder of the root of an orb, for one of its parts. */
const rootOf = (path: string): string => posix.dirname(posix.dirname(path));

/** Returns what the parts of an orb use of another orb. */
const callsOf = (
  alias: string,
  path: string,
  files: readonly Facts<CircleFacts>[],
): (OrbCall | undefined)[] =>
  files
    .filter((file) => file.facts.isPart && rootOf(file.path) === posix.dirname(path))
    .map(({ facts }) => facts.calls[alias]);

/** Returns the interface of each orb whose sources are present. */
function interfacesOf(
  files: readonly Facts<CircleFacts>[],
  artifacts: readonly ProducedArtifact[],
): ArtifactInterface[] {
  return files.flatMap(({ path, facts }) => {
    const sources = facts.isOrb ? orbsOf(path, artifacts) : [];
    if (sources.length === 0) return [];
    const parts = files.filter((file) => file.facts.isPart && rootOf(file.path) === posix.dirname(path));
    // Jobs before commands, because consumers call these more often.
    const members = [facts, ...parts.toReversed().map((part) => part.facts)].flatMap((each) => each.members);
    const isPartial = facts.isPartial || parts.some((part) => part.facts.isPartial);
    const merged = mergeParts(members);
    return sources.map((artifact) =>
      interfaceOf({ ...artifact, sourceFile: path, sourceLine: 1 }, merged, isPartial ? INVALID : undefined),
    );
  });
}

const INVALID: OpenKinds = Object.fromEntries(
  (["command", "job", "executor", "parameter"] as const).map((kind) => [
    kind,
    "A file of the orb is not valid",
  ]),
);

/** Returns the orb that a source belongs to: the only one, or the one with the name of a folder above it. */
function orbScope(path: string, orbs: readonly ProducedArtifact[]): string | null {
  const found = namedByFolder(path, orbs) ?? (orbs.length === 1 ? orbs[0] : undefined);
  return found ? scopeOf(found) : null;
}

/** Returns the orbs that a source is published as. One source may be published in several namespaces, such as one for tests. */
function orbsOf(path: string, orbs: readonly ProducedArtifact[]): readonly ProducedArtifact[] {
  const named = namedByFolder(path, orbs);
  if (named) return orbs.filter((each) => shortName(each) === shortName(named));
  return new Set(orbs.map(shortName)).size === 1 ? orbs : [];
}

function namedByFolder(path: string, orbs: readonly ProducedArtifact[]): ProducedArtifact | undefined {
  const folders = new Set(path.toLowerCase().split("/"));
  return orbs.find((each) => folders.has(shortName(each)));
}

/** Returns the name of an orb without its namespace. */
const shortName = ({ name }: ProducedArtifact): string => name.slice(name.indexOf("/") + 1);

/** An orb may be referenced by URL, which is found as a plain reference. */
const isUrl = (text: string): boolean => /^https?:\/\//.test(text);

const problemOf = (file: string, { rule, text, line }: Use): Problem =>
  invalidSyntax("circleci", file, {
    line,
    message: `"${text.slice(0, 100)}" is not a valid ${rule === "circleci.orb" ? "orb" : "image"} reference.`,
  });

type Reference = Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "unbound" | "versionConstraint" | "versioning"
>;

const ORB = /^(?<name>[\w-]+\/[\w-]+)(?:@(?<version>.+))?$/;
/** Bounded, to stay linear in texts with many `<<`. */
const PARAMETER = /<<(?<parameter>[^<>]{1,200})>>|\$\{?(?<variable>\w{1,100})\}?/;

/** Returns undefined for an invalid reference. */
function findReference({ rule, text }: Use): Reference | undefined {
  const { parameter, variable } = PARAMETER.exec(text)?.groups ?? {};
  const unbound = parameter?.trim() ?? variable ?? null;
  return rule === "circleci.orb" ? findOrb(text, unbound) : findImage(text, unbound);
}

function findOrb(text: string, unbound: string | null): Reference | undefined {
  const { name, version = null } = ORB.exec(text)?.groups ?? {};
  if (name === undefined && unbound === null) return undefined;
  const artifact = name?.toLowerCase();
  return {
    dependencyType: "circleci_orb",
    artifact: artifact ?? text,
    versionConstraint: version,
    versioning: "circleci",
    lookups:
      artifact === undefined
        ? []
        : [artifactName("circleci_orb", artifact), conventionName("circleci_orb", artifact)],
    unbound,
  };
}

function findImage(text: string, unbound: string | null): Reference | undefined {
  if (unbound === null && !parseImageReference(text)) return undefined;
  const { repository, versionConstraint } = splitImageReference(text);
  const name = parseImageReference(repository)?.name;
  return {
    dependencyType: "container_image",
    artifact: name ?? repository,
    versionConstraint,
    versioning: "docker",
    lookups: name === undefined ? [] : imageLookups(name),
    unbound,
  };
}

/** Returns the orbs that workflows publish. If there are none, those whose source is present, by assumed names. */
function producedArtifacts(
  files: readonly Facts<CircleFacts>[],
  repository: RepositoryIdentity,
): ProducedArtifact[] {
  const published = new Map<string, ProducedArtifact>();
  for (const { path, facts } of files) {
    for (const { name, line } of facts.published) {
      if (published.has(name)) continue;
      published.set(name, {
        ...orb(path, line, name),
        announces: [artifactName("circleci_orb", name)],
        evidence: { class: "manifest", rule: "circleci.publish" },
      });
    }
  }
  if (published.size > 0) return [...published.values()];
  const sources = files.filter(({ path, facts }) => facts.isOrb && !isTestInput(path));
  const orbs = sources.map(({ path }) => assumedOrb(path, repository));
  return [...new Map(orbs.toReversed().map((each) => [each.name, each])).values()].toReversed();
}

/** An orb in a file that is named like its folder has that name, any other one that of the repository. */
function assumedOrb(path: string, { fullPath }: RepositoryIdentity): ProducedArtifact {
  const whole = fullPath.toLowerCase();
  const start = whole.lastIndexOf("/") + 1;
  const short = whole.slice(start).replace(/^(?:circleci-)?orb-(?=.)|(?<=.)-orb$/, "");
  const folder = folderOrbName(path);
  const owner = whole.slice(0, start);
  const names = folder === undefined ? [...new Set([owner + short, whole])] : [owner + folder];
  return {
    ...orb(path, 1, names[0] ?? whole),
    announces: names.map((name) => conventionName("circleci_orb", name)),
    assumed: true,
    evidence: { class: "manifest", rule: "circleci.orb_source" },
  };
}

const orb = (sourceFile: string, sourceLine: number, name: string) => ({
  ecosystem: "circleci",
  artifactType: "circleci_orb" as const,
  name,
  version: null,
  registryUrl: null,
  sourceFile,
  sourceLine,
});
