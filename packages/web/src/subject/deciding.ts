import type { Locked } from "@knockon/contract/resources/fields";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { isMention, type Role, ROLES } from "@knockon/contract/vocabulary/role";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { z } from "zod";

/** A declaration as in any list. Lists of consumers have neither roles nor lock entries. */
export interface Declared {
  version_constraint: string | null;
  version_constraint_state: VersionConstraintState;
  source_file: string;
  role?: Role;
  dependency_type?: ArtifactType;
  locked?: z.output<typeof Locked> | null;
}

/** What identifies the version of a declaration. Several lines of a file may state it. */
type Stated = Pick<Declared, "source_file" | "version_constraint">;

/** The states of a version that can have a timing, the most probable first. */
const STATES: Record<Clock, readonly VersionConstraintState[]> = {
  next_run: ["range", "floating", "absent"],
  next_update: ["range", "floating", "absent", "unresolved"],
  bump: ["pinned", "digest", "range", "floating"],
  unknown: ["unresolved", "absent"],
};

/** What only developers run decides the timing of a repository only if nothing else does. */
export const isSecondary = ({ role, dependency_type: type }: Pick<Declared, "role" | "dependency_type">) =>
  role === "example" || (role === "dev" && (type === "container_image" || type === "git_repository"));

/**
 * Orders the declarations of one repository so that the first one is that of an impact which decides the timing. Without an impact,
 * it is the strongest use whose version can have this timing: a declaration without a version is no pin.
 */
export function decidingFirst<Row extends Declared>(
  rows: readonly Row[],
  clock: Clock | undefined,
  decidedBy?: Stated | null,
): Row[] {
  const isDeciding = ({ source_file, version_constraint }: Row): boolean =>
    source_file === decidedBy?.source_file && version_constraint === decidedBy.version_constraint;
  const keysOf = (row: Row): number[] => [
    Number(!isDeciding(row)),
    Number(row.role !== undefined && isMention(row.role)),
    Number(isSecondary(row)),
    placeIn(clock === undefined ? [] : STATES[clock], row.version_constraint_state),
    Number(clock === "next_update" ? !row.locked : clock === "next_run" && row.locked != null),
    row.role === undefined ? 0 : ROLES.indexOf(row.role),
  ];
  return rows
    .map((row) => ({ row, keys: keysOf(row) }))
    .toSorted((a, b) => {
      const at = a.keys.findIndex((key, place) => key !== b.keys[place]);
      return (a.keys[at] ?? 0) - (b.keys[at] ?? 0);
    })
    .map(({ row }) => row);
}

const placeIn = <T>(places: readonly T[], one: T): number => {
  const at = places.indexOf(one);
  return at === -1 ? places.length : at;
};

const BEHIND = { word: "excludes latest", long: "The range does not admit the latest known release" };
const LOCKED = { word: "locked", long: "A lock file holds the version" };

/** Says why a version that admits several has this timing. Undefined where the version says it. */
export function explainTiming(
  { version_constraint_state: state }: Pick<Declared, "version_constraint_state">,
  clock: Clock | undefined,
): typeof BEHIND | undefined {
  if (clock === "next_update") return LOCKED;
  return clock === "bump" && (state === "range" || state === "floating") ? BEHIND : undefined;
}

/** Returns the distinct versions of declarations in their order, without those of mentions unless all only mention. */
export function versionsOf(rows: readonly Declared[]): string[] {
  const uses = rows.filter(({ role }) => role === undefined || !isMention(role));
  const shown = uses.length > 0 ? uses : rows;
  return [...new Set(shown.map(({ version_constraint }) => version_constraint ?? "no version"))];
}
