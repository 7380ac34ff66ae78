import { describeOwner } from "@knockon/contract/check/words";
import type { LineOwner } from "@knockon/contract/resources/fields";
import type { Affected } from "./impact-text.ts";
import { ownerInWords, ownerWithin } from "../../format/words.ts";

export type NameOwner = (owner: LineOwner) => string;

/** The owner of some affected repositories. */
export interface OwnerCount {
  owner: LineOwner;
  /** As everywhere on the page. */
  name: string;
  repositories: number;
  /** Of these, those that get the change on their next run. */
  nextRun: number;
  /** Of these, those of which a version or a file decides it. */
  may: number;
}

const ownerId = (owner: string): string => `owner-${owner.replaceAll(/[^\w@-]+/gu, "-")}`;

/** The hash of the group of an owner, or of the repositories without one. */
export const ownerHash = (owner: LineOwner | null): string =>
  ownerId(owner === null ? "" : describeOwner(owner));

/** Owners with their repositories. Those without one are under `null`. */
const rowsByOwner = (affected: readonly Affected[]): { owner: LineOwner | null; rows: Affected[] }[] =>
  [...Map.groupBy(affected, ({ owner }) => (owner === null ? "" : describeOwner(owner))).values()].map(
    (rows) => ({ owner: rows[0]?.owner ?? null, rows }),
  );

/**
 * Returns the one name that each owner has on the page: without the organization of its repositories, or in full if these are of
 * several organizations or if another owner has the same short name.
 */
export function nameOwners(affected: readonly Affected[]): NameOwner {
  const named = rowsByOwner(affected).flatMap(({ owner, rows }) =>
    owner === null
      ? []
      : {
          key: describeOwner(owner),
          full: ownerInWords(owner.names),
          shorts: new Set(rows.map(({ repository }) => ownerWithin(owner.names, repository.full_path))),
        },
  );
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
  return (owner) => names.get(describeOwner(owner)) ?? ownerInWords(owner.names);
}

const countNextRun = (rows: readonly Affected[]): number =>
  rows.filter(({ clock }) => clock === "next_run").length;

/** Affected repositories by owner, the owner of most on the next run first, then of most, and those without one last. */
export const groupByOwner = (affected: readonly Affected[]) =>
  rowsByOwner(affected).toSorted(
    (a, b) =>
      Number(a.owner === null) - Number(b.owner === null) ||
      countNextRun(b.rows) - countNextRun(a.rows) ||
      b.rows.length - a.rows.length,
  );

/** The owners in the same order, with their numbers of repositories. */
export const countOwners = (affected: readonly Affected[], nameOwner: NameOwner): OwnerCount[] =>
  groupByOwner(affected).flatMap(({ owner, rows }) =>
    owner === null
      ? []
      : {
          owner,
          name: nameOwner(owner),
          repositories: rows.length,
          nextRun: countNextRun(rows),
          may: rows.filter(({ conditional }) => conditional).length,
        },
  );
