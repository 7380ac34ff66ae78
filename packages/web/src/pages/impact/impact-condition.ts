import type { Impact } from "@knockon/contract/resources/impact";
import { UNLIMITED } from "@knockon/contract/vocabulary/limited-version";
import type { ImpactSearch } from "./impact-search.ts";
import type { Affected, Evidence } from "./impact-text.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

type Version = Pick<Evidence, "version_constraint" | "version_constraint_state"> & {
  raw_reference?: string | undefined;
  /** The only file that it fetches, where the response has it. */
  target_file?: string | undefined;
};

/** What someone has named: the new version, and what changes. */
export type Asked = Pick<ImpactSearch, "version" | "path">;

/** When a repository gets the change, and the version that decides it. */
type Timed = Pick<Affected, "clock"> & {
  clock_evidence: Version | null;
  /** Whether a version or a file decides it, as an impact says. By default, the evidence tells. */
  conditional?: boolean | undefined;
};

/** Whether a line takes some releases and not others: a range with a limit, or a tag that moves within a major version, such as `v4`. */
const isSelective = ({ version_constraint_state, version_constraint }: Version): boolean =>
  version_constraint !== null &&
  (version_constraint_state === "range"
    ? !UNLIMITED.test(version_constraint)
    : version_constraint_state === "floating" && /^v?\d/u.test(version_constraint));

/** How many repositories get the change on their next run only if a version or a file is the right one. */
export const countMay = ({ may_next_run }: Pick<Impact["summary"], "may_next_run">): number =>
  may_next_run.direct + may_next_run.transitive;

/** The version that has to admit the new one. Undefined without a condition, also for a given version: timings are those of that version. */
function conditionOf({ clock, clock_evidence, conditional }: Timed, { version }: Asked): Version | undefined {
  const isByItself = clock === "next_run" || clock === "next_update";
  const isOpen = clock === "next_run" && conditional !== undefined ? !conditional : version !== undefined;
  return !isOpen && isByItself && clock_evidence !== null && isSelective(clock_evidence)
    ? clock_evidence
    : undefined;
}

/** The file that has to change: the only one that the deciding line fetches. Undefined if it takes more, also for a given path. */
export function fileOf({ clock, clock_evidence, conditional }: Timed, { path }: Asked): string | undefined {
  const isOpen = conditional === undefined ? path !== undefined : !conditional;
  return !isOpen && clock === "next_run" && clock_evidence
    ? (clock_evidence.target_file ?? fetchedFile(clock_evidence))
    : undefined;
}

/** Where the line is of a repository that the answer may not name. */
const isUnnamed = ({ clock, conditional = false }: Timed): boolean => clock === "next_run" && conditional;

/** `if the new version is in ^4.0.0`, or `if ci/run.sh changes`. Undefined without a condition. */
export function conditionInWords(timed: Timed, asked: Asked = {}): string | undefined {
  const file = fileOf(timed, asked);
  if (file !== undefined) return `if ${file} changes`;
  const condition = conditionOf(timed, asked);
  if (!condition) return isUnnamed(timed) ? "if a version admits it" : undefined;
  const { version_constraint, version_constraint_state } = condition;
  return version_constraint_state === "range"
    ? `if the new version is in ${version_constraint}`
    : `if ${version_constraint} moves to the new version`;
}

/** `…/main.go` of `examples/random/main.go`. */
export const shortFile = (file: string): string =>
  file.includes("/") ? `…${file.slice(file.lastIndexOf("/"))}` : file;

/** The same where there is little room: `if in ^4.0.0`, or `if …/run.sh changes`. */
export function conditionInBrief(timed: Timed, asked: Asked = {}): string | undefined {
  const file = fileOf(timed, asked);
  if (file !== undefined) return `if ${shortFile(file)} changes`;
  const condition = conditionOf(timed, asked);
  if (!condition) return isUnnamed(timed) ? "may be on next run" : undefined;
  const { version_constraint, version_constraint_state } = condition;
  return version_constraint_state === "range"
    ? `if in ${version_constraint}`
    : `if ${version_constraint} moves`;
}

/** A file that is fetched at a branch: no other change of the repository arrives. `examples/main.go` */
export function fetchedFile({
  raw_reference = "",
  version_constraint,
}: Pick<Version, "raw_reference" | "version_constraint">): string | undefined {
  const isFile = /https:\/\/(?:raw\.githubusercontent\.com|[^\s/]+\/\S+\/raw)\//u.test(raw_reference);
  const branch = `/${version_constraint ?? ""}/`;
  const at = raw_reference.indexOf(branch);
  if (!isFile || version_constraint === null || at === -1) return undefined;
  return /^[^\s?#"'|)]+/u.exec(raw_reference.slice(at + branch.length))?.[0];
}

/** When a repository gets the change: `on its next run, if the new version is in ^4.0.0`, or where a script takes it, `when fetch.sh next runs after ci/run.sh changes`. */
export function whenInWords(row: Timed, asked: Asked, script?: string): string {
  const condition = conditionInWords(row, asked);
  const when = script === undefined ? CLOCK_WORDS[row.clock].one : `when ${script} next runs`;
  const file = fileOf(row, asked);
  if (script !== undefined && file !== undefined) return `${when} after ${file} changes`;
  return condition === undefined ? when : `${when}, ${condition}`;
}
