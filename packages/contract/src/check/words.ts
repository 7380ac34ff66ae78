import type { Check, CheckBreak } from "../resources/check.ts";
import type { LineOwner } from "../resources/fields.ts";
import type { Impact } from "../resources/impact.ts";
import { CLOCKS, type Clock } from "../vocabulary/clock.ts";
import { isVersioned, type Effect, type MemberKind } from "../vocabulary/interface.ts";
import type { OwnerSource } from "../vocabulary/owner.ts";

/** When a consumer gets a change. */
export const CLOCK_WORDS: Record<Clock, string> = {
  next_run: "on its next run",
  next_update: "at its next update",
  bump: "when bumped",
  unknown: "at an unknown time",
};

/** When a repository gets a change: `on its next run, if ^1.2.0 admits the new version` where a version decides it, or a file. */
export function describeArrival({
  clock,
  conditional,
  clock_evidence: evidence,
}: Pick<Impact["affected"][number], "clock" | "conditional" | "clock_evidence">): string {
  const when = CLOCK_WORDS[clock];
  if (!conditional) return when;
  const { version_constraint: version, version_constraint_state: state, target_file: file } = evidence ?? {};
  if (file !== undefined) return `${when}, if ${file} changes`;
  if (typeof version !== "string") return `${when}, if a version admits it`;
  return state === "floating"
    ? `${when}, if ${version} moves to the new version`
    : `${when}, if ${version} admits the new version`;
}

/** `2 of those on the next run get it only if a version admits it or a file changes.` Empty for none. */
export function describeMay({ may_next_run: may }: Pick<Impact["summary"], "may_next_run">): string {
  const count = may.direct + may.transitive;
  if (count === 0) return "";
  return `${count} of those on the next run ${count === 1 ? "gets" : "get"} it only if a version admits it or a file changes.`;
}

/** The number of archived repositories among those that are affected. */
export const countArchived = ({ archived: { by_clock } }: Pick<Impact["summary"], "archived">): number =>
  CLOCKS.reduce((sum, clock) => sum + by_clock.direct[clock] + by_clock.transitive[clock], 0);

/** `2 of these are archived: nothing runs there until they are unarchived.` Empty for none. */
export function describeArchived(summary: Pick<Impact["summary"], "archived">): string {
  const count = countArchived(summary);
  if (count === 0) return "";
  const [are, they] = count === 1 ? ["is", "it is"] : ["are", "they are"];
  return `${count} of these ${are} archived: nothing runs there until ${they} unarchived.`;
}

/** `2 on their next run, 1 when bumped`. */
export const countClocks = (countOf: (clock: Clock) => number): string =>
  CLOCKS.map((clock) => [countOf(clock), CLOCK_WORDS[clock]] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${count === 1 ? words : words.replace(" its ", " their ")}`)
    .join(", ");

export const EFFECT_WORDS: Record<Effect, string> = {
  silent: "runs with the wrong value, silently",
  does_not_start: "does not start",
  fails: "fails",
  warns: "warns",
};

const KIND_WORDS: Partial<Record<MemberKind, string>> = {
  command_name: "command",
  name: "exported name",
  peer: "peer dependency",
};

/** `command_name` → `command`. */
export const describeKind = (kind: MemberKind): string => KIND_WORDS[kind] ?? kind;

/** Describes what a change does, such as `secret "TOKEN" of acme/ci/.github/workflows/build.yml is removed`. */
export function describeChange({
  change,
  kind,
  name,
  renamed_to,
  producer_artifact: artifact,
}: Pick<CheckBreak, "change" | "kind" | "name" | "renamed_to" | "producer_artifact">): string {
  if (kind === null) return `${artifact.name} is removed`;
  const subject = `${describeKind(kind)} "${name}" of ${artifact.name}`;
  if (change === "required") return `${subject} is required and not passed`;
  if (isVersioned(kind)) return `${subject} is no longer supported`;
  // An image has one of these, so another one is no new name of it.
  if ((kind === "user" || kind === "distribution") && renamed_to !== null)
    return `${subject} is replaced by "${renamed_to}"`;
  return renamed_to === null
    ? `${subject} is removed`
    : `${subject} is removed, probably renamed to "${renamed_to}"`;
}

/** The line of the change: what replaces the name, or what is gone. */
export const placeOfChange = ({ before, after }: Pick<CheckBreak, "before" | "after">) =>
  after ?? before ?? { file: "", line: 1 };

export const formatPlace = ({ file, line }: { file: string; line: number }): string => `${file}:${line}`;

/** What a name is, where it is not an owner in CODEOWNERS. */
const SOURCE_WORDS: Partial<Record<OwnerSource, string>> = {
  last_author: "last author",
  repository: "owner of most files",
  main_author: "main author",
};

/** More are counted. */
const SHOWN_OWNERS = 3;

/** Names the owner of a line: `@acme/platform, @jane`, or `Jane Doe, last author`. */
export function describeOwner({ names, source }: LineOwner, format = (name: string) => name): string {
  const more = names.length - SHOWN_OWNERS;
  const note = more > 0 ? `and ${more} more` : SOURCE_WORDS[source];
  return [...names.slice(0, SHOWN_OWNERS).map(format), ...(note === undefined ? [] : [note])].join(", ");
}

const repositories = (count: number): string => (count === 1 ? "1 repository" : `${count} repositories`);

/** One line that answers the question, also about the consumers that are not named. */
export function describeVerdict({ breaks, reached, undecided, unnamed, verdict }: Check): string {
  const gets = `${repositories(reached.repositories)} ${reached.repositories === 1 ? "gets" : "get"} it.`;
  if (verdict === "clean") return `Nothing breaks. ${gets}`;
  if (verdict === "undecided") {
    const count = undecided.length + (unnamed?.undecided ?? 0);
    const open = count === 0 ? "the graph is incomplete" : `${uses(count)} can't be decided`;
    return `Nothing is known to break, but ${open}. ${gets}`;
  }
  const when = countClocks((clock) => {
    const consumers = new Set(breaks.filter((one) => one.clock === clock).map(({ consumer }) => consumer.id));
    return consumers.size + (unnamed?.by_clock[clock] ?? 0);
  });
  return `This change breaks ${repositories(reached.breaking)}: ${when}. ${gets}`;
}

const uses = (count: number): string => (count === 1 ? "1 use" : `${count} uses`);
