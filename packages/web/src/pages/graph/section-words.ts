import { partsOf } from "./condition.ts";
import type { SectionVersions } from "./group-versions.ts";
import type { Card } from "./layers.ts";
import type { SectionTiming } from "./sections.ts";
import { formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";
import { limitInWords } from "../../subject/timing.ts";

/** The heading of groups that follow repositories. */
export const headingOfGroups = (groups: readonly Card[]): string =>
  groups.some((card) => card.kind === "group" && card.isOwner === true)
    ? "Others by owner"
    : "Others in groups";

/** Why some repositories of a section have a card and the others are in groups. Empty if all have one. */
export const choiceOf = (repositories: readonly Card[], groups: readonly Card[]): string =>
  repositories.length === 0 || groups.length === 0
    ? ""
    : repositories.some((card) => card.kind === "repository" && (card.passesOn ?? 0) > 0)
      ? "those that pass it on to most first"
      : "the most used first";

interface HeadingOptions {
  /** How many get one version on their next run at most. */
  most?: number | undefined;
  versions?: SectionVersions | undefined;
  choice?: string | undefined;
  /** Of the text. */
  room: number;
}

/**
 * What the heading of a section says after its timing: `32 (v0.6.2, compliance also v0.6.1), excluding 2 archived (v0.2.0) · the most used first`.
 * Where there is little room, first without the order, then without the versions of archived ones, and of all.
 */
export function headingInWords(
  timing: SectionTiming,
  { most = Infinity, versions, choice = "", room }: HeadingOptions,
): string {
  const { clock, count, archived, isMaximum } = timing;
  const counts = partsOf(timing).map(
    ({ count: some, words, follows }) => formatCount(some) + (follows ? ` ${words}` : ""),
  );
  const all = [
    ...counts,
    ...(isMaximum && clock === "next_run" && most < count ? [limitInWords(most)] : []),
  ].join(", ");
  const declared = inBrackets(versions?.active);
  // Those of archived ones are not among them.
  const old = archived > 0 ? `, excluding ${formatCount(archived)} archived` : "";
  const oldDeclared = inBrackets(versions?.archived);
  const order = choice === "" ? "" : ` · ${choice}`;
  const fewest = all + old;
  return (
    [
      all + declared + old + oldDeclared + order,
      all + declared + old + oldDeclared,
      all + declared + old,
      fewest + order,
    ].find((words) => tabularWidth(words) <= room) ?? fewest
  );
}

const inBrackets = (words = ""): string => (words === "" ? "" : ` (${words})`);
