import type { Artifact, ArtifactConsumers } from "@knockon/contract/resources/artifact";
import { DEPENDENCY_ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { Standing } from "@knockon/contract/vocabulary/standing";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { ArrowDown, ArrowUp, CircleCheck, type LucideIcon } from "lucide-react";
import type { z } from "zod";
import { Badge, type Tone } from "../../components/badges.tsx";
import { RELEASE_NOTE } from "../../format/words.ts";
import { pageQuery } from "../../list/list-search.ts";

/** Requests the first uses of an artifact in these roles, by default those that depend on it. */
export const usesOf = ({ id }: Pick<Artifact, "id">, roles: readonly Role[] = DEPENDENCY_ROLES) => ({
  params: { artifact_id: id },
  query: { ...pageQuery({}), role: roles.join(",") },
});

export type Consumer = z.output<typeof ArtifactConsumers>["consumers"][number];

/** How a use compares with the latest version. */
export type Comparison = Standing | "floating";

/** The furthest behind first, which stands for its repository. */
export const COMPARISONS = ["lagging", "ahead", "latest", "floating", "unknown"] as const;

export const COMPARISON_WORDS: Record<Comparison, string> = {
  lagging: "Lagging",
  ahead: "Ahead",
  latest: "Up to date",
  floating: "Floating",
  unknown: "Not comparable",
};

/** How a comparison looks as a badge, and as the bar of the same color. Others are not colored. */
export const LOOKS: Partial<Record<Comparison, { tone: Tone; icon: LucideIcon }>> = {
  latest: { tone: "success", icon: CircleCheck },
  lagging: { tone: "warning", icon: ArrowDown },
  ahead: { tone: "accent", icon: ArrowUp },
};

export const comparisonOf = ({ standing, version_constraint_state }: Consumer): Comparison =>
  standing === "unknown" && version_constraint_state === "floating" ? "floating" : standing;

/** What "ahead" means, and why there can be consumers that are. */
export const AHEAD_NOTE = `Ahead: asks for versions above the latest known release. ${RELEASE_NOTE}`;

/** Returns a use for each way in which the uses of a repository compare with the latest version, in their order. */
export function comparisonsOf(uses: readonly Consumer[]): Consumer[] {
  return [...Map.groupBy(uses, comparisonOf).values()].flatMap(([first]) => first ?? []);
}

/** Returns the place in `COMPARISONS` of the use that is furthest behind. */
export const furthestBehind = (uses: readonly Consumer[]): number =>
  Math.min(...uses.map((use) => COMPARISONS.indexOf(comparisonOf(use))));

export const countRepositories = (uses: readonly Consumer[]): number =>
  new Set(uses.map(({ repository }) => repository.id)).size;

/** Counts repositories by their use that is furthest behind. */
export function countByComparison(uses: readonly Consumer[]): { comparison: Comparison; count: number }[] {
  const repositories = [...Map.groupBy(uses, ({ repository }) => repository.id).values()];
  const places = repositories.map(furthestBehind);
  return COMPARISONS.map((comparison, place) => ({
    comparison,
    count: places.filter((one) => one === place).length,
  })).filter(({ count }) => count > 0);
}

/** Why a version cannot be compared. */
const INCOMPARABLE: Partial<Record<VersionConstraintState, string>> = {
  absent: "No version",
  digest: "Digest",
  unresolved: "Unset variable",
};

interface ComparisonLabelProps {
  of: Comparison;
  /** Tells why a version is not comparable. */
  state?: VersionConstraintState;
}

export function ComparisonLabel({ of, state }: ComparisonLabelProps) {
  const look = LOOKS[of];
  const reason = of === "unknown" && state !== undefined ? INCOMPARABLE[state] : undefined;
  if (reason !== undefined)
    return (
      <span className="block truncate text-muted" title={COMPARISON_WORDS[of]}>
        {reason}
      </span>
    );
  if (!look) return <span className="block truncate text-muted">{COMPARISON_WORDS[of]}</span>;
  return (
    <span title={of === "ahead" ? "Asks for versions above the latest known release" : undefined}>
      <Badge {...look}>{COMPARISON_WORDS[of]}</Badge>
    </span>
  );
}
