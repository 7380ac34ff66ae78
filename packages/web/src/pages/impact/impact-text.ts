import { countArchived } from "@knockon/contract/check/words";
import type { Impact } from "@knockon/contract/resources/impact";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { countMay } from "./impact-condition.ts";
import { afterInWords, type Followers } from "./impact-followers.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { limitInWords } from "../../subject/timing.ts";
import { CLOCK_WORDS, inHeading, ROLE_WORDS, timingLabel } from "../../format/words.ts";

export type Affected = Impact["affected"][number];
export type RoleOfUse = Affected["roles"][number];
export type Evidence = RoleOfUse["evidence"][number];

type Summary = Impact["summary"];

export const hopsInWords = (hops: number): string => (hops === 1 ? "direct" : `${hops} hops`);

/** `package.json:12`. */
export const placeOf = ({ source_file, source_line }: Evidence): string => `${source_file}:${source_line}`;

/** Whether two lines are the same declaration. */
export const isSameLine = (a: Evidence, b: Evidence): boolean =>
  placeOf(a) === placeOf(b) && a.raw_reference === b.raw_reference;

/** The deciding declaration if it is the repository's own. */
const ownDecision = ({ repository, clock_repository, clock_evidence }: Affected): Evidence | null =>
  clock_repository.id === repository.id ? clock_evidence : null;

/** Whether the declaration that decides the clock is listed first. */
export function isDecidedByFirst(row: Affected): boolean {
  const decision = ownDecision(row);
  const first = row.roles[0]?.evidence[0];
  return decision !== null && first !== undefined && isSameLine(decision, first);
}

/** Distinct versions of the declarations, that of the deciding one first. `no version` if a declaration has none. */
export function versionsOf(row: Affected): string[] {
  const lines = [ownDecision(row) ?? [], ...row.roles.flatMap(({ evidence }) => evidence)].flat();
  return [
    ...new Set(lines.map(({ version_constraint, locked }) => versionInWords(version_constraint, locked))),
  ];
}

/** `^1.4.0, locked at 1.4.2`. */
function versionInWords(constraint: string | null, locked: Evidence["locked"]): string {
  const lock = locked === null ? [] : locked.version === null ? ["locked"] : [`locked at ${locked.version}`];
  const parts = [...(constraint === null ? [] : [constraint]), ...lock];
  return parts.length === 0 ? "no version" : parts.join(", ");
}

/** The state of the version that is listed first. */
export const versionStateOf = (row: Affected): Evidence["version_constraint_state"] | undefined =>
  (ownDecision(row) ?? row.roles[0]?.evidence[0])?.version_constraint_state;

/** Distinct roles of the declarations, strongest first: `Runtime, CI`. */
export const rolesInWords = ({ roles }: Affected): string =>
  [...new Set(roles.map(({ role }) => inHeading(role)))].join(", ");

/** A file that takes a change whenever something runs it. */
const SCRIPT = /\.(?:sh|bash|ps1|bat|cmd)$/u;

/** The script that takes the change, whose run is the next one of the repository: no file declares what starts it. Undefined for other files. */
export function scriptOf(row: Affected): string | undefined {
  const file = ownDecision(row)?.source_file.split("/").at(-1) ?? "";
  return row.clock === "next_run" && SCRIPT.test(file) ? file : undefined;
}

/** Whether the only role is the usual one, which rows do not name. */
const isUsual = ({ roles }: Affected): boolean => roles.every(({ role }) => role === "runtime");

/** The roles of a row that are worth a word: others than only runtime. */
export const unusualRolesInWords = (row: Affected): string => (isUsual(row) ? "" : rolesInWords(row));

/** Whether a repository has more than one role. */
export const hasMixedRoles = ({ roles }: Affected): boolean =>
  new Set(roles.map(({ role }) => role)).size > 1;

/** Whether repositories have several roles, as far as the strongest one of each counts. */
export const hasSeveralRoles = ({ by_role: { direct, transitive } }: Summary): boolean =>
  ROLES.filter((role) => direct[role] + transitive[role] > 0).length > 1;

/** Whether more than one declaration could decide when a repository gets the change. */
export const hasSeveralLines = ({ roles }: Affected): boolean =>
  roles.reduce((sum, { evidence, more }) => sum + evidence.length + more, 0) > 1;

/** What that a repository is archived means for a change. */
export function archivedInWords(isRootArchived: boolean, count: number): string {
  const others = count === 1 ? "The archived one runs" : "Archived ones run";
  const then = count === 1 ? "it is" : "they are";
  return [
    ...(isRootArchived ? ["It is archived."] : []),
    ...(count > 0 ? [`${others} nothing until ${then} unarchived.`] : []),
  ].join(" ");
}

/** Repositories between the root and a transitive dependent, with what they publish: `acme/actions (setup)`. */
export const viaOf = ({ path }: Affected): string[] =>
  path
    .slice(0, -1)
    .map(({ source, scope }) =>
      scope === null || scope.name === source.full_path
        ? source.full_path
        : `${source.full_path} (${scope.name})`,
    );

export interface Subject {
  root: string;
  artifact?: string | undefined;
  path?: string | undefined;
  version?: string | undefined;
}

/** Whether nothing is found because no scan has produced a graph: before the first one, or after an upgrade that discards graphs. */
export const isUnscanned = ({ complete, scan, summary }: Impact): boolean =>
  !complete && scan.id === null && summary.direct + summary.transitive === 0;

/** Plain text, a name that is shown as code, or words with an explanation. */
export type Piece = string | { of: keyof Subject; code: string } | { of: "maximum"; text: string };

interface SentenceOptions {
  /** Repositories only mention the root. */
  isMentions?: boolean;
  /** Of these, how many one release reaches at most. All by default. */
  most?: number | undefined;
  /** Beyond so many hops, there may be more repositories. */
  withinHops?: number | undefined;
  /** Counted apart from those who have to edit something. By default, none. */
  followers?: ReadonlyMap<Clock, Followers>;
}

/** How many get a release on their next run, directly and through others. */
export const nextRunOf = ({ by_clock }: Pick<Summary, "by_clock">): number =>
  by_clock.direct.next_run + by_clock.transitive.next_run;

/** Summarizes an impact: how many repositories get the change, of these how many when, the earliest first, and how many more are archived. */
export function impactSentence(
  subject: Subject,
  summary: Summary,
  { isMentions = false, most = Infinity, withinHops, followers = new Map() }: SentenceOptions = {},
): Piece[] {
  const name = describeSubject(subject);
  if (isMentions) return describeMentions(name, summary);
  const hits: Piece[] = [...describeChange(subject), ...name, " hits "];
  const timings = countByTiming(summary);
  const archived = countArchived(summary);
  const [first] = timings;
  if (first === undefined)
    return [...hits, archived === 0 ? "no repository." : `no repository: ${archivedUsers(archived)}.`];
  const end =
    archived === 0 ? "." : `. ${formatCount(archived)} more ${archived === 1 ? "is" : "are"} archived.`;
  const within = withinHops === undefined ? "" : ` up to ${countOf(withinHops, "hop", "hops")} away`;
  const active = summary.direct + summary.transitive - archived;
  const count = countOf(active, "repository", "repositories") + within;
  if (timings.length === 1 && !first.isMaximum && followers.size === 0)
    return [...hits, `${count}${first.count > 1 ? ", all" : ""} ${whenInWords(first)}${end}`];
  const parts = timings.map((one, at): Piece[] => {
    if (!one.isMaximum) return [withFollowers(one, followers.get(one.clock))];
    const certain = at === 0 ? 0 : first.count;
    const who = timings.length === 1 && one.count > 1 ? "all" : formatCount(one.count);
    const when = certain > 0 ? "then" : CLOCK_WORDS.next_run[one.count === 1 ? "one" : "many"];
    const limit =
      most < certain + one.count ? ` (${limitInWords(most - certain).replace(" ", "\u00A0")})` : "";
    return [{ of: "maximum", text: `${who} may get it` }, ` ${when}${limit}`];
  });
  return joined([
    ...hits,
    `${count}: `,
    ...parts.flatMap((part, at) => (at === 0 ? part : [", ", ...part])),
    end,
  ]);
}

/** Those that use it are archived. */
const archivedUsers = (count: number): string =>
  count === 1 ? "the one that uses it is archived" : `all ${formatCount(count)} that use it are archived`;

/** `33 when bumped, 4 without an edit after flux2 bumps`. */
function withFollowers(timing: TimingCount, followers: Followers | undefined): string {
  const own = timing.count - (followers?.count ?? 0);
  return [
    ...(own > 0 ? [`${formatCount(own)} ${whenInWords({ ...timing, count: own })}`] : []),
    ...(followers ? [`${formatCount(followers.count)} without an edit ${followers.words}`] : []),
  ].join(", ");
}

/** Joins texts that follow each other. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof last === "string" && typeof piece === "string") all[all.length - 1] = last + piece;
    else all.push(piece);
  }
  return all;
}

/** How many the release reaches that reaches most on their next run. Undefined if the releases are not known. */
export const mostOf = ({ releases: [widest] = [] }: Pick<Impact, "releases">): number | undefined =>
  widest && nextRunOf(widest);

/** `on their next run (192 directly)`: other pages count the direct ones. */
const whenInWords = ({ clock, count, direct }: TimingCount): string => {
  const when = CLOCK_WORDS[clock][count === 1 ? "one" : "many"];
  const isCounted = clock === "next_run" && direct < count;
  return isCounted ? `${when} (${direct === 0 ? "none" : formatCount(direct)} directly)` : when;
};

/**
 * How many get it directly and for what, and how many through these: `29 directly (26 at runtime, 3 in tests only), 4 through them.`, or with archived
 * ones `With the archived ones, 29 directly`. If none does, although the question looked for them: `none through them, as it is not built into what they publish`.
 */
export function distanceInWords({
  summary,
  max_depth,
  through,
}: Pick<Impact, "summary" | "max_depth" | "through">): string {
  const { direct, transitive } = summary;
  if (direct + transitive === 0) return "";
  const archived = countArchived(summary);
  const all = archived === 0 ? "" : `With the archived ${archived === 1 ? "one" : "ones"}, `;
  const start = `${all}${formatCount(direct)} directly${describeRoles(summary)}`;
  if (transitive > 0) return `${start}, ${formatCount(transitive)} through them.`;
  if (max_depth === 1) return `${start}.`;
  const [them, they] = direct === 1 ? ["it", "that publishes"] : ["them", "they publish"];
  const reason = isBuiltIn({ summary, through }) ? "" : `, as it is not built into what ${they}`;
  return `${start}, none through ${them}${reason}.`;
}

/** Whether what gets it directly could pass it on. */
const isBuiltIn = ({ summary: { by_role }, through }: Pick<Impact, "summary" | "through">): boolean =>
  through === "repositories" || by_role.direct.runtime + by_role.direct.build > 0;

/** `29 direct, 4 through them.`, with archived ones `With archived ones, 29 direct`, or `340 direct, none through them (not built in).` */
export function distanceInBrief({
  summary,
  max_depth,
  through,
}: Pick<Impact, "summary" | "max_depth" | "through">): string {
  const { direct, transitive } = summary;
  if (direct + transitive === 0) return "";
  const start = `${countArchived(summary) === 0 ? "" : "With archived ones, "}${formatCount(direct)} direct`;
  if (max_depth === 1) return `${start}.`;
  const them = direct === 1 ? "it" : "them";
  if (transitive > 0) return `${start}, ${formatCount(transitive)} through ${them}.`;
  return `${start}, none through ${them}${isBuiltIn({ summary, through }) ? "" : " (not built in)"}.`;
}

const describeChange = ({ version }: Subject): Piece[] =>
  version === undefined ? ["Changing "] : ["Release ", { of: "version", code: version }, " of "];

function describeSubject({ root, artifact, path }: Subject): Piece[] {
  const part: Piece[] = [
    ...(path === undefined ? [] : [{ of: "path", code: path } as const]),
    ...(artifact === undefined ? [] : [{ of: "artifact", code: artifact } as const]),
  ];
  return [...part.flatMap((piece) => [piece, " in "]), { of: "root", code: root }];
}

function describeMentions(name: readonly Piece[], summary: Summary): Piece[] {
  const { direct } = summary;
  if (direct === 0) return ["No repository mentions ", ...name, "."];
  return [
    `${countOf(direct, "repository mentions", "repositories mention")} `,
    ...name,
    `${describeRoles(summary)}.`,
  ];
}

/** Direct dependents by their strongest role: ` (6 at runtime, 1 in CI only)`. */
function describeRoles({ direct, by_role }: Summary): string {
  const roles = ROLES.filter((role) => by_role.direct[role] > 0);
  const [first] = roles;
  if (first === undefined) return "";
  if (roles.length === 1) return ` (${direct === 1 ? "" : "all "}${ROLE_WORDS[first].where})`;
  return ` (${roles.map((role) => `${formatCount(by_role.direct[role])} ${ROLE_WORDS[role].where}`).join(", ")})`;
}

/** How many repositories get the change at a time, with the direct ones of these. */
interface TimingCount {
  clock: Clock;
  count: number;
  direct: number;
  /** Whether a version or a file decides it. */
  isMaximum: boolean;
}

/** The same by timing: those on the next run in any case, then those that may be. */
export function countByTiming(summary: Summary): TimingCount[] {
  const may = { count: countMay(summary), direct: summary.may_next_run.direct };
  return countByClock(summary)
    .flatMap(({ clock, count, direct }): TimingCount[] => {
      const all = { clock, count, direct, isMaximum: false };
      if (clock !== "next_run") return [all];
      return [
        { ...all, count: count - may.count, direct: direct - may.direct },
        { ...all, ...may, isMaximum: true },
      ];
    })
    .filter(({ count }) => count > 0);
}

/** Returns a summary whose counts by timing leave out archived repositories: a change arrives there at no time. */
export function activeOf(summary: Summary): Summary {
  const { by_clock, may_next_run, archived } = summary;
  const activeIn = (side: "direct" | "transitive"): Record<Clock, number> => {
    const counts = { ...by_clock[side] };
    for (const clock of CLOCKS) counts[clock] -= archived.by_clock[side][clock];
    return counts;
  };
  return {
    ...summary,
    by_clock: { direct: activeIn("direct"), transitive: activeIn("transitive") },
    may_next_run: {
      direct: may_next_run.direct - archived.may_next_run.direct,
      transitive: may_next_run.transitive - archived.may_next_run.transitive,
    },
  };
}

/** Number of direct and transitive dependents by clock, and of the direct ones. */
export const countByClock = ({ by_clock }: Summary) =>
  CLOCKS.map((clock) => {
    const direct = by_clock.direct[clock];
    return { clock, count: direct + by_clock.transitive[clock], direct };
  }).filter(({ count }) => count > 0);

interface User {
  id: string;
  full_path: string;
}

/** `Only archived repositories get it through this one: acme/old and 2 others.` Empty if none does. */
export function archivedThrough(repositoryId: string, affected: readonly Affected[]): string {
  const [first, ...others] = affected.filter(
    ({ archived, path }) => archived && path.at(-2)?.source.id === repositoryId,
  );
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : ` and ${countOf(others.length, "other", "others")}`;
  return `Only archived repositories get it through this one: ${first.repository.full_path}${more}.`;
}

/**
 * How users of a repository get the change, if not through it: `The change ends here. acme/a uses acme/lib, but gets the change directly, when bumped.`
 * If the other way is not shorter, with the reason: `acme/b uses other parts of acme/lib, as far as files show, and gets the change through acme/c instead, on next run.`
 */
export const usersInWords = (
  users: readonly User[],
  affected: ReadonlyMap<string, Affected>,
  { hops, repository: { full_path: name } }: Pick<Affected, "hops" | "repository">,
): string =>
  `The change ends here. ${users
    .map(({ id, full_path }) => {
      const user = affected.get(id);
      if (user === undefined) return `${full_path} uses ${name}, but does not get the change.`;
      const through = user.path.at(-2)?.source.full_path;
      const how = through === undefined ? "directly" : `through ${through}`;
      const when = user.archived
        ? "once unarchived"
        : (afterInWords(user) ?? timingLabel(user.clock, user.conditional));
      return user.hops <= hops
        ? `${full_path} uses ${name}, but gets the change ${how}, ${when}.`
        : `${full_path} uses other parts of ${name}, as far as files show, and gets the change ${how} instead, ${when}.`;
    })
    .join(" ")}`;
