import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { type Comparison, comparisonOf, type Consumer, countRepositories } from "./standings.tsx";

export interface UsedVersion {
  /** As written, without the operator of a pin. */
  constraint: string | null;
  state: VersionConstraintState;
  comparison: Comparison;
  repositories: number;
}

export const keyOfVersion = ({ constraint, state, comparison }: Omit<UsedVersion, "repositories">): string =>
  `${state} ${comparison} ${constraint}`;

/** Returns the versions that consumers declare, newest first. Operators and status do not matter. */
export function usedVersions(consumers: readonly Consumer[]): UsedVersion[] {
  const rows = consumers.map((use) => ({
    use,
    constraint: use.version_constraint?.replace(/^\s*={1,3}\s*/u, "") ?? null,
    state: use.version_constraint_state,
    comparison: comparisonOf(use),
  }));
  return [...Map.groupBy(rows, keyOfVersion).values()]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const { constraint, state, comparison } = first;
      return { constraint, state, comparison, repositories: countRepositories(same.map(({ use }) => use)) };
    })
    .toSorted((a, b) => compareVersions(b.constraint, a.constraint) || b.repositories - a.repositories);
}

/** Compares the first versions in two constraints: by their numbers, then releases are above pre-releases. */
function compareVersions(a: string | null, b: string | null): number {
  const [left, right] = [readVersion(a), readVersion(b)];
  const length = Math.max(left.numbers.length, right.numbers.length);
  const places = Array.from({ length }, (_, place) => place);
  const differing = places.find((place) => (left.numbers[place] ?? 0) !== (right.numbers[place] ?? 0));
  if (left.numbers.length === 0 || right.numbers.length === 0)
    return left.numbers.length - right.numbers.length;
  if (differing !== undefined) return (left.numbers[differing] ?? 0) - (right.numbers[differing] ?? 0);
  if (left.suffix === "" || right.suffix === "") return right.suffix.length - left.suffix.length;
  return left.suffix.localeCompare(right.suffix, "en", { numeric: true });
}

const VERSION = /(?<numbers>\d+(?:\.\d+)*)(?:-(?<suffix>[\w.-]+))?/u;

function readVersion(constraint: string | null): { numbers: number[]; suffix: string } {
  const { numbers, suffix = "" } = VERSION.exec(constraint ?? "")?.groups ?? {};
  return { numbers: numbers?.split(".").map(Number) ?? [], suffix };
}
