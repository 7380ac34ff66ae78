import { describeUnnamed } from "@knockon/contract/check/named-check";
import {
  countClocks,
  describeArchived,
  describeArrival,
  describeMay,
  describeOwner,
} from "@knockon/contract/check/words";
import type { Impact } from "@knockon/contract/resources/impact";
import { isMention, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { printLines } from "./format.ts";

const ROLE_TEXT: Record<Role, string> = {
  runtime: "at runtime",
  build: "in builds",
  ci: "in CI only",
  dev: "in development only",
  test: "in tests only",
  example: "in examples only",
  fixture: "in fixtures only",
  documentation: "in documentation only",
  vendored: "in vendored copies only",
};

type Affected = Impact["affected"][number];
type RoleOfUse = Affected["roles"][number];
type Evidence = RoleOfUse["evidence"][number];

/** Lines of evidence shown per role. `--json` prints up to 20. */
const SHOWN_LINES = 5;
/** A cycle with more repositories is named instead of being listed as a wave. */
const SMALL_CYCLE = 3;

const repositories = (count: number): string => (count === 1 ? "1 repository" : `${count} repositories`);

/** The part of the query that the summary names. */
interface RenderedQuery {
  paths: readonly string[];
  roles: readonly Role[] | undefined;
}

/** Renders a summary, then direct and transitive dependents with their clock, declarations and path. */
export function renderImpact(impact: Impact, query: RenderedQuery): string {
  const { affected, unresolved, summary } = impact;
  if (isUnscanned(impact)) return renderUnscanned(impact);
  const isMentions = query.roles?.every(isMention) ?? false;
  const lines = isMentions ? renderMentions(impact) : renderSummary(impact, subjectOf(impact, query.paths));
  const direct = affected.filter((one) => one.direct);
  const transitive = affected.filter((one) => !one.direct);
  if (direct.length > 0)
    lines.push("", "Direct", ...direct.flatMap((one) => renderAffected(one, isMentions)));
  if (transitive.length > 0)
    lines.push("", "Transitive", ...transitive.flatMap((one) => renderAffected(one, isMentions)));
  const notes = [
    ...renderUnnamed(impact),
    ...renderCycles(affected),
    ...renderCount(
      isMentions ? 0 : summary.mentions,
      "only mentions it",
      "only mention it",
      " (documentation, fixtures, copies)",
    ),
    ...(unresolved.below_floor > 0
      ? [`${more(unresolved.below_floor)} with confidence below ${impact.applied_min_confidence}.`]
      : []),
    ...(impact.complete
      ? []
      : [`Incomplete: ${repositories(unresolved.failed_repositories)} could not be read.`]),
  ];
  if (notes.length > 0) lines.push("", ...notes);
  return printLines(lines);
}

/** Whether the server finds nothing because it has no graph. Reports always have one. */
const isUnscanned = ({ complete, scan, summary, unresolved }: Impact): boolean =>
  !complete && scan.id === null && summary.direct + summary.transitive + unresolved.failed_repositories === 0;

const renderUnscanned = ({ root }: Impact): string =>
  printLines([
    `The dependents of ${root.full_path} are unknown: no scan of its organization has completed since the server was set up or upgraded.`,
    'Scan the organization again: select "Scan now" in the web application, or send POST /api/v1/connected-orgs/{connected_org_id}/scans.',
  ]);

function renderUnnamed({ unnamed }: Impact): string[] {
  if (!unnamed || unnamed.repositories === 0) return [];
  const when = countClocks((clock) => unnamed.by_clock[clock]);
  const verb = unnamed.repositories === 1 ? "is" : "are";
  return [
    `And ${describeUnnamed(unnamed.repositories, unnamed)} that ${verb} not named (naming rule of the workspace): ${when}.`,
  ];
}

const more = (count: number): string => (count === 1 ? "1 more repository" : `${count} more repositories`);

const renderCount = (count: number, one: string, many: string, note: string): string[] =>
  count === 0 ? [] : [`${more(count)} ${count === 1 ? one : many}${note}.`];

/** Paths that a summary lists by name. */
const SHOWN_PATHS = 3;

function subjectOf({ root }: Impact, paths: readonly string[]): string {
  if (paths.length === 0) return root.full_path;
  return `${paths.length > SHOWN_PATHS ? `${paths.length} paths` : paths.join(", ")} in ${root.full_path}`;
}

function renderMentions({ root, summary: { direct, by_role } }: Impact): string[] {
  if (direct === 0) return [`No repository mentions ${root.full_path}.`];
  const verb = direct === 1 ? "mentions" : "mention";
  return [`${repositories(direct)} ${verb} ${root.full_path}: ${countRoles(by_role.direct)}.`];
}

const countRoles = (counts: Record<Role, number>): string =>
  ROLES.filter((role) => counts[role] > 0)
    .map((role) => `${counts[role]} ${ROLE_TEXT[role]}`)
    .join(", ");

function renderSummary({ summary, releases = [] }: Impact, subject: string): string[] {
  const { direct, transitive, by_role, by_clock } = summary;
  if (direct + transitive === 0) return [`No repository gets a change of ${subject}.`];
  const further = transitive === 0 ? "" : ` ${transitive} more through them.`;
  const when = countClocks((clock) => by_clock.direct[clock] + by_clock.transitive[clock]);
  return [
    `${repositories(direct)} ${direct === 1 ? "gets" : "get"} a change of ${subject} directly: ${countRoles(by_role.direct)}.${further}`,
    `When: ${[`${when}.`, describeMay(summary), describeArchived(summary)].filter((text) => text !== "").join(" ")}`,
    ...renderReleases(releases, by_clock.direct.next_run + by_clock.transitive.next_run),
  ];
}

/** Releases that a summary lists. */
const SHOWN_RELEASES = 3;

/** Says what one release reaches, if that is less than all whose ranges admit some release. */
function renderReleases(releases: NonNullable<Impact["releases"]>, all: number): string[] {
  const reached = releases.map(({ version, by_clock: { direct, transitive } }) => ({
    version,
    count: direct.next_run + transitive.next_run,
  }));
  const [most] = reached;
  if (!most || most.count >= all) return [];
  const each = reached.slice(0, SHOWN_RELEASES).map(({ version, count }) => `${version} reaches ${count}`);
  return [`No release is in all of their version ranges: ${each.join(", ")} on the next run (--version).`];
}

function renderAffected(one: Affected, isMentions: boolean): string[] {
  const via = one.path.slice(0, -1).map(({ source, scope }) => renderStep(source.full_path, scope));
  const isHidden = !one.direct && one.path.length === 0;
  const path = isHidden
    ? "  via repositories that are not named"
    : via.length > 0
      ? `  via ${via.join(" → ")}`
      : "";
  return [
    `  ${one.repository.full_path}${isMentions ? "" : `  gets it ${describeArrival(one)}`}${path}`,
    ...(isMentions ? [] : renderDecision(one)),
    ...one.roles.flatMap(renderRole),
  ];
}

const renderStep = (repository: string, scope: Affected["path"][number]["scope"]): string =>
  scope === null || scope.name === repository ? repository : `${repository} (${scope.name})`;

/** Names the deciding line if it is not the first one listed. */
function renderDecision(one: Affected): string[] {
  const { clock_evidence: evidence, clock_repository: decider } = one;
  const isOwn = decider.id === one.repository.id;
  if (!evidence || (isOwn && one.roles[0]?.clock === one.clock)) return [];
  const place = isOwn ? placeOf(evidence) : `${decider.full_path}/${placeOf(evidence)}`;
  return [`      decided by ${place}  ${evidence.raw_reference}`];
}

const placeOf = ({ source_file, source_line }: Evidence): string => `${source_file}:${source_line}`;

function renderRole({ role, scope, evidence, more: unlisted }: RoleOfUse): string[] {
  const hidden = unlisted + Math.max(0, evidence.length - SHOWN_LINES);
  return [
    `    ${role}${scope === null ? "" : `, in ${scope.name}`}`,
    ...evidence
      .slice(0, SHOWN_LINES)
      .map((one) => `      ${placeOf(one)}  ${one.raw_reference}  ${renderVersion(one)}${renderOwner(one)}`),
    ...(hidden > 0 ? [`      and ${hidden} more`] : []),
  ];
}

const renderOwner = ({ owner }: Evidence): string => (owner === null ? "" : `  (${describeOwner(owner)})`);

function renderVersion({ version_constraint_state: state, locked, confidence }: Evidence): string {
  const lock = locked === null ? "" : `, locked${locked.version === null ? "" : ` at ${locked.version}`}`;
  return `(${state}${lock}, confidence ${confidence.toFixed(2)})`;
}

/** Large cycles are named here, because their repositories cannot be released one after another. */
function renderCycles(affected: readonly Affected[]): string[] {
  const cycles = Map.groupBy(
    affected.filter((one) => one.cycle_group !== null),
    (one) => one.cycle_group,
  );
  return [...cycles.values()].map((members) => {
    const names = members.slice(0, SMALL_CYCLE).map(({ repository }) => repository.full_path);
    const rest = members.length > names.length ? ` and ${members.length - names.length} more` : "";
    return `${names.join(", ")}${rest} depend on each other: release them together.`;
  });
}
