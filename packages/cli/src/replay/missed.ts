import type { BranchCommit } from "@knockon/adapters/git-host/local/first-parents";
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import type { MemberKind } from "@knockon/contract/vocabulary/interface";
import { skipReason } from "@knockon/extract/snapshot";
import type { MissedChange, ReplayWarning } from "./replay-report.ts";
import type { Timeline } from "./timeline.ts";

/** A name that a producer removed, whether it is used or not. */
export interface Removal {
  producer: Timeline;
  commit: BranchCommit;
  artifact: MissedChange["producer_artifact"];
  /** Null if the whole artifact was removed. */
  kind: MemberKind | null;
  name: string;
}

/** Shorter names are too frequent in text. */
const MIN_LENGTH = 4;

/**
 * Finds consumers that dropped a name at most `withinMs` after its producer, in files that mention the artifact, but were
 * not warned. Compares texts, so that it does not depend on the parsers.
 */
export async function findMissed(
  timelines: readonly Timeline[],
  removals: readonly Removal[],
  warnings: readonly ReplayWarning[],
  withinMs: number,
): Promise<MissedChange[]> {
  const warned = new Set(
    warnings.flatMap(({ producer, consumer, kind, name }) =>
      // A warning about a name covers the package that it is in.
      [name, ...(kind === "name" ? [name.slice(0, name.lastIndexOf("."))] : [])].map((each) =>
        [producer, consumer, OWNERS.has(kind) ? "owner" : kind, each].join("\0"),
      ),
    ),
  );
  const wanted = removals.flatMap((removal) => {
    const word = wordOf(removal);
    return word ? [{ removal, isMentioned: mentions(removal), word }] : [];
  });
  const found = new Map<string, MissedChange>();
  for (const timeline of timelines.filter(({ error }) => error === null)) {
    const consumer = timeline.repository.fullPath;
    const snapshot = openSnapshot(timeline.repository.gitDir, timeline.commits.at(-1)?.commitSha ?? "HEAD");
    try {
      for (const commit of timeline.commits) {
        const recent = wanted.filter(({ removal }) => {
          const { producer, commit: removed, kind, name } = removal;
          const age = commit.at.getTime() - removed.at.getTime();
          const isWarned = (about: string | null, of: string): boolean =>
            warned.has([producer.repository.fullPath, consumer, about, of].join("\0"));
          // A warning about a job or step covers its parameters.
          const owner = OWNERS.has(kind) ? name : ownerOf(removal);
          if (isWarned(kind, name) || (owner !== undefined && isWarned("owner", owner))) return false;
          return producer !== timeline && age >= 0 && age <= withinMs;
        });
        for (const text of recent.length === 0 ? [] : await readTexts(snapshot, commit)) {
          for (const { removal, isMentioned, word } of recent) {
            const line = isMentioned(text.before) ? findDropped(text, word) : undefined;
            const { producer, kind, name } = removal;
            const key = [producer.repository.fullPath, removal.commit.commitSha, consumer, kind, name].join(
              "\0",
            );
            if (line !== undefined && !found.has(key))
              found.set(key, present(removal, consumer, commit, { file: text.path, line }));
          }
        }
      }
    } catch (error) {
      timeline.fail(error);
    } finally {
      await snapshot.close();
    }
  }
  return [...found.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** Node.js 22, on which the published command runs too, has no `RegExp.escape`. */
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Returns the line of a word that a change removed from a file. */
function findDropped({ before, after }: ChangedText, word: RegExp): number | undefined {
  const line = before.split("\n").findIndex((text) => word.test(text));
  return line === -1 || word.test(after) ? undefined : line + 1;
}

/** Terraform's default host, which its users leave out. */
const REGISTRY = "registry.terraform.io/";
/** The page of an issue is no use of its repository. */
const ISSUE = "/(?:issues|pull|merge_requests|-/)";

/** Tells whether a text names the artifact, or the repository and the last part of the artifact's name. */
function mentions(removal: Removal): (text: string) => boolean {
  const { producer, artifact } = removal;
  const last = artifact.name.slice(artifact.name.lastIndexOf("/") + 1);
  const written = artifact.name.startsWith(REGISTRY) ? artifact.name.slice(REGISTRY.length) : artifact.name;
  const [name, repository, part] = [written, producer.repository.fullPath, last].map(
    (word) => new RegExp(`(?<![\\w-])${escape(word)}(?![\\w-]|${ISSUE})`, "i"),
  ) as [RegExp, RegExp, RegExp];
  const isNamed = (text: string) => name.test(text) || (repository.test(text) && part.test(text));
  const owner = ownerOf(removal);
  if (owner === undefined) return isNamed;
  const called = new RegExp(`(?<![\\w-])${escape(owner)}(?![\\w-])`);
  return (text) => called.test(text) && (isImplicit(artifact) || isNamed(text));
}

/** Pipelines can use the steps of a library that they do not name. */
const isImplicit = ({ artifact_type: type }: Removal["artifact"]): boolean => type === "jenkins_library";

/** What parameters belong to. */
const OWNERS: ReadonlySet<MemberKind | null> = new Set<MemberKind>(["command", "executor", "job", "step"]);

/** The job or step that a parameter belongs to. */
const ownerOf = ({ kind, name }: Removal): string | undefined =>
  kind === "parameter" && name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : undefined;

/** These are written with a value. */
const ASSIGNED: ReadonlySet<MemberKind | null> = new Set<MemberKind>([
  "input",
  "secret",
  "variable",
  "parameter",
  "value",
]);

/**
 * Matches a name as consumers write it: an exported name without its module (`Kit` of `acme.core.Kit`), a parameter without
 * its job. Keys of nested values are too frequent to be found in text, so only their paths are. Undefined if the name is too short.
 */
function wordOf(removal: Removal): RegExp | undefined {
  const { kind, name, artifact } = removal;
  if (artifact.artifact_type === "go_module" && kind === "name") return goWord(artifact.name, name);
  const isQualified = kind === "name" || ownerOf(removal) !== undefined;
  const word = isQualified ? (name.split(/[./]/).at(-1) ?? "") : name;
  if (word.length < MIN_LENGTH || (kind === "value" && !word.includes("."))) return undefined;
  const end = ASSIGNED.has(kind) ? `["']?\\s*[:=]` : "(?![\\w-])";
  return new RegExp(`(?<![\\w-])${escape(word)}${end}`);
}

/** Sources name what they select after the folder of its package, and packages by their import path. */
function goWord(module: string, name: string): RegExp {
  const [folder = "", identifier] = name.split(".");
  const path = folder === "" ? module : `${module}/${folder}`;
  const text = identifier === undefined ? path : `${path.slice(path.lastIndexOf("/") + 1)}.${identifier}`;
  return new RegExp(`(?<![\\w-])${escape(text)}(?![\\w-])`);
}

/** Documents and generated differences use nothing. */
const DOCUMENT = /\.(?:md|mdx|rst|adoc|txt|diff|patch)$/i;

interface ChangedText {
  path: string;
  before: string;
  after: string;
}

/** Returns the texts of the files that a commit changes or removes. */
async function readTexts(
  snapshot: ReturnType<typeof openSnapshot>,
  { changes }: BranchCommit,
): Promise<ChangedText[]> {
  const relevant = changes.filter(
    ({ path, before }) => before && !skipReason(before) && !DOCUMENT.test(path),
  );
  const entries = relevant.flatMap(({ before, after }) => [before, after].filter((one) => one !== null));
  const texts = new Map<TreeEntry, string>();
  await snapshot.files(
    entries.filter((entry) => !skipReason(entry)),
    (entry, content) => {
      if (typeof content !== "string")
        texts.set(
          entry,
          Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("latin1"),
        );
    },
  );
  return relevant.map(({ path, before, after }) => ({
    path,
    before: (before && texts.get(before)) ?? "",
    after: (after && texts.get(after)) ?? "",
  }));
}

const present = (
  { producer, commit, artifact, kind, name }: Removal,
  consumer: string,
  { commitSha, at }: BranchCommit,
  place: { file: string; line: number },
): MissedChange => ({
  at: commit.at.toISOString(),
  producer: producer.repository.fullPath,
  commit: commit.commitSha,
  producer_artifact: artifact,
  kind,
  name,
  consumer,
  fix: { commit: commitSha, at: at.toISOString(), ...place },
});
