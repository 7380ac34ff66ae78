import type { LineOwner } from "@knockon/contract/resources/fields";
import type { Impact } from "@knockon/contract/resources/impact";
import { countMay } from "./impact-condition.ts";
import { afterInWords } from "./impact-followers.ts";
import { type Affected, countByClock } from "./impact-text.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, INFERRED, ownerInWords, ownerWithin, withSource } from "../../format/words.ts";

export type NameOwner = (owner: LineOwner) => string;

/** One owner of affected repositories, of some of which others may be owners as well. */
export interface OwnerCount {
  owner: LineOwner;
  /** Where the first of its repositories is listed by owner. */
  hash: string;
  /** As everywhere on the page. */
  name: string;
  repositories: number;
  /** Of these, those that get the change on their next run, without archived ones. */
  nextRun: number;
  /** Of these, those of which a version or a file decides it. */
  may: number;
  /** Those in which someone has to edit a version. */
  bumped: number;
  /** Those that follow another repository, without an edit. */
  following: number;
  /** Those of which it is only the author. */
  authored: number;
  archived: number;
}

const ownerId = (owner: string): string => `owner-${owner.replaceAll(/[^\w@-]+/gu, "-")}`;

/** The hash of the group of an owner, or of the repositories without one. */
export const ownerHash = (owner: LineOwner | null): string => ownerId(owner === null ? "" : keyOf(owner));

/** The same for an owner in CODEOWNERS and an author, who may be one person. */
const keyOf = ({ names }: LineOwner): string => names.join(" ");

/** Returns the same owner, who is an author only if that is so of all repositories. */
const asOwner = (owners: readonly LineOwner[]): LineOwner | undefined =>
  owners.find(({ source }) => INFERRED[source] === undefined) ?? owners[0];

/** Owners with their repositories. Those without one are under `null`. */
const rowsByOwner = (affected: readonly Affected[]): { owner: LineOwner | null; rows: Affected[] }[] =>
  [...Map.groupBy(affected, ({ owner }) => (owner === null ? "" : keyOf(owner))).values()].map((rows) => ({
    owner: asOwner(rows.flatMap(({ owner }) => owner ?? [])) ?? null,
    rows,
  }));

/** Each owner of an affected repository. */
const ownersOf = ({ owner }: Affected): LineOwner[] =>
  owner === null ? [] : owner.names.map((name) => ({ names: [name], source: owner.source }));

/**
 * Returns the one name that each owner has on the page, also several owners together: without the organization of its repositories,
 * or in full if these are of several organizations or if another owner has the same short name.
 */
export function nameOwners(affected: readonly Affected[]): NameOwner {
  const owned = affected.flatMap((row) =>
    [...(row.owner === null ? [] : [row.owner]), ...ownersOf(row)].map((owner) => ({ row, owner })),
  );
  const named = [...Map.groupBy(owned, ({ owner }) => keyOf(owner))].map(([key, uses]) => ({
    key,
    full: ownerInWords(uses[0]?.owner.names ?? []),
    shorts: new Set(uses.map(({ row, owner }) => ownerWithin(owner.names, row.repository.full_path))),
  }));
  const uses = Map.groupBy(
    named.flatMap(({ shorts }) => [...shorts]),
    (short) => short,
  );
  const names = new Map(
    named.map(({ key, full, shorts }) => {
      const [short = full] = shorts;
      return [key, shorts.size === 1 && uses.get(short)?.length === 1 ? short : full];
    }),
  );
  return (owner) => names.get(keyOf(owner)) ?? ownerInWords(owner.names);
}

/** Those in which someone has to edit a version, and not those that follow another repository. */
const countBumped = (rows: readonly Affected[]): number =>
  rows.filter((row) => row.clock === "bump" && !row.archived && afterInWords(row) === undefined).length;

const countNextRun = (rows: readonly Affected[]): number =>
  rows.filter(({ clock, archived }) => clock === "next_run" && !archived).length;

/** Affected repositories by owner, the owner of most on the next run first, then of most that are bumped, and those without one last. */
export const groupByOwner = (affected: readonly Affected[]) =>
  rowsByOwner(affected).toSorted(
    (a, b) =>
      Number(a.owner === null) - Number(b.owner === null) ||
      countNextRun(b.rows) - countNextRun(a.rows) ||
      countBumped(b.rows) - countBumped(a.rows) ||
      b.rows.length - a.rows.length,
  );

/** Each owner with its number of repositories, in the same order. A repository of several owners counts for each. */
export function countOwners(affected: readonly Affected[], nameOwner: NameOwner): OwnerCount[] {
  const owned = affected.flatMap((row) => ownersOf(row).map((owner) => ({ row, owner })));
  const owners = [...Map.groupBy(owned, ({ owner }) => keyOf(owner)).values()]
    .flatMap((uses) => {
      const owner = asOwner(uses.map((use) => use.owner));
      const rows = uses.map(({ row }) => row);
      return owner === undefined
        ? []
        : {
            owner,
            hash: ownerHash(rows[0]?.owner ?? null),
            name: nameOwner(owner),
            repositories: rows.length,
            nextRun: countNextRun(rows),
            bumped: countBumped(rows),
            following: rows.filter((row) => !row.archived && afterInWords(row) !== undefined).length,
            authored: rows.filter((row) => row.owner !== null && INFERRED[row.owner.source] !== undefined)
              .length,
            archived: rows.filter((row) => row.archived).length,
            /** The repositories on the next run. */
            soon: rows
              .filter(({ clock, archived }) => clock === "next_run" && !archived)
              .map(({ repository }) => repository.id)
              .join(" "),
            may: rows.filter(({ conditional, archived }) => conditional && !archived).length,
          };
    })
    .map((owner, at) => ({ ...owner, at }));
  // Those of the same repositories on the next run are beside each other, in the order in which these name them.
  const together = new Map(
    [...Map.groupBy(owners, ({ soon, at }) => soon || String(at))].map(([key, some]) => [
      key,
      {
        bumped: Math.max(...some.map(({ bumped }) => bumped)),
        repositories: Math.max(...some.map(({ repositories }) => repositories)),
        at: some[0]?.at ?? 0,
      },
    ]),
  );
  const rankOf = (owner: (typeof owners)[number]) => together.get(owner.soon || String(owner.at)) ?? owner;
  return owners.toSorted((a, b) => {
    const [one, other] = [rankOf(a), rankOf(b)];
    return (
      b.nextRun - a.nextRun ||
      other.bumped - one.bumped ||
      other.repositories - one.repositories ||
      one.at - other.at ||
      a.at - b.at
    );
  });
}

const SHOWN_OWNERS = 3;

/** A sentence in two parts: the second one, if any, is a link to all owners. */
interface OwnersSentence {
  start: string;
  link?: string;
}

/**
 * Who owns most of the repositories that get the change first: `The 14 on their next run are owned by web (6), data (2), ops (2) and`,
 * and `3 others`. Of some, a version may decide it. Of several owners of a line, the first is named. Undefined if not all of these
 * repositories are listed.
 */
export function ownersInWords(
  { affected, summary }: Pick<Impact, "affected" | "summary">,
  nameOwner: NameOwner,
): OwnersSentence | undefined {
  const [fastest] = countByClock(summary);
  const first = affected.filter(({ clock, archived }) => clock === fastest?.clock && !archived);
  // In the order of the list of owners.
  const owners =
    fastest?.clock === "next_run"
      ? countOwners(affected, nameOwner)
          .filter(({ nextRun }) => nextRun > 0)
          .map((owner) => ({ ...owner, repositories: owner.nextRun }))
      : countOwners(first, nameOwner);
  const [one] = owners;
  if (fastest === undefined || one === undefined || first.length < fastest.count) return undefined;
  const number = fastest.count === 1 ? "one" : "many";
  const may = fastest.clock === "next_run" ? countMay(summary) : 0;
  const that = may === 0 ? "" : may < fastest.count ? " that get it or may get it" : " that may get it";
  const who = `The ${number === "one" ? "one" : formatCount(fastest.count)}${that} ${CLOCK_WORDS[fastest.clock][number]}`;
  // An author owns nothing.
  const authors = owners.filter(({ owner }) => owner.source === "main_author").length;
  const verb = authors === 0 ? "owned" : authors === owners.length ? "maintained" : "owned or maintained";
  const start = `${who} ${number === "one" ? "is" : "are"} ${verb} by`;
  // A number says nothing if all have the same owners.
  const isShared = owners.every(({ repositories }) => repositories === fastest.count);
  const names = owners.map(({ owner, name, repositories }) =>
    withSource(name, owner.source, isShared ? undefined : repositories),
  );
  // The name of a single other one is as short as its number.
  const shown = names.length === SHOWN_OWNERS + 1 ? names : names.slice(0, SHOWN_OWNERS);
  const more = names.length - shown.length;
  return more > 0
    ? { start: `${start} ${shown.join(", ")} and`, link: countOf(more, "other", "others") }
    : {
        start: `${start} ${[shown.slice(0, -1).join(", "), ...shown.slice(-1)].filter(Boolean).join(" and ")}`,
      };
}
