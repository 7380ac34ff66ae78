import { describeOwner } from "@knockon/contract/check/words";
import type { Impact } from "@knockon/contract/resources/impact";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, inHeading, ROLE_WORDS, sentenceCase } from "../../format/words.ts";

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

/** Distinct roles of the declarations, strongest first: `Runtime, CI`. */
export const rolesInWords = ({ roles }: Affected): string =>
  [...new Set(roles.map(({ role }) => inHeading(role)))].join(", ");

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

/** Plain text or a name that is shown as code. */
export type Piece = string | { of: keyof Subject; code: string };

/** Summarizes an impact in a sentence: how many repositories get the change directly and for what, how many further, and when. */
export function impactSentence(subject: Subject, summary: Summary, isMentions = false): Piece[] {
  const { direct, transitive } = summary;
  const name = describeSubject(subject);
  if (isMentions) return describeMentions(name, summary);
  const change = [...describeChange(subject), ...name];
  if (direct + transitive === 0) return ["No repository gets ", ...change, "."];
  return [
    `${countOf(direct, "repository gets", "repositories get")} `,
    ...change,
    ` directly${describeRoles(summary)}`,
    transitive === 0 ? "" : ` and ${formatCount(transitive)} more through them`,
    `${describeClocks(summary)}.`,
  ];
}

const SHOWN_OWNERS = 3;

/**
 * Who owns most of the repositories that get the change first: `On next run, by owner: @acme/web (6), @acme/data (2) and 3 others.`
 * Empty if not all of these are listed.
 */
export function ownersInWords({ affected, summary }: Pick<Impact, "affected" | "summary">): string {
  const [fastest] = countByClock(summary);
  const first = affected.filter(({ clock }) => clock === fastest?.clock);
  const owners = Map.groupBy(
    first.flatMap(({ owner }) => owner ?? []),
    (owner) => describeOwner(owner),
  );
  if (fastest === undefined || first.length < fastest.count || owners.size === 0) return "";
  const ranked = [...owners].toSorted(([, a], [, b]) => b.length - a.length);
  const names = ranked.slice(0, SHOWN_OWNERS).map(([name, { length }]) => `${name} (${formatCount(length)})`);
  const more = ranked.length - names.length;
  const last = more > 0 ? countOf(more, "other", "others") : names.pop();
  return `${sentenceCase(CLOCK_WORDS[fastest.clock].label)}, by owner: ${[names.join(", "), last].filter(Boolean).join(" and ")}.`;
}

const describeChange = ({ version }: Subject): Piece[] =>
  version === undefined ? ["a change of "] : ["release ", { of: "version", code: version }, " of "];

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

/** Direct dependents by their strongest role: ` (6 in production, 1 in CI only)`. */
function describeRoles({ direct, by_role }: Summary): string {
  const roles = ROLES.filter((role) => by_role.direct[role] > 0);
  const [first] = roles;
  if (first === undefined) return "";
  if (roles.length === 1) return ` (${direct === 1 ? "" : "all "}${ROLE_WORDS[first].where})`;
  return ` (${roles.map((role) => `${formatCount(by_role.direct[role])} ${ROLE_WORDS[role].where}`).join(", ")})`;
}

/** Number of direct and transitive dependents by clock. */
export const countByClock = ({ by_clock }: Summary) =>
  CLOCKS.map((clock) => ({ clock, count: by_clock.direct[clock] + by_clock.transitive[clock] })).filter(
    ({ count }) => count > 0,
  );

/** `: 3 on their next run and 11 when bumped`, or `, all when bumped`. */
function describeClocks(summary: Summary): string {
  const counts = countByClock(summary);
  const [first] = counts;
  if (first && counts.length === 1)
    return first.count === 1 ? `, ${CLOCK_WORDS[first.clock].one}` : `, all ${CLOCK_WORDS[first.clock].many}`;
  const parts = counts.map(
    ({ clock, count }) => `${formatCount(count)} ${CLOCK_WORDS[clock][count === 1 ? "one" : "many"]}`,
  );
  return `: ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
