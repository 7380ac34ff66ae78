import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import { EFFECTS, type Effect } from "@knockon/contract/vocabulary/interface";
import type { Role } from "@knockon/contract/vocabulary/role";
import { compareOrdinal } from "../ordinal.ts";
import type { Break, Findings, InterfaceUse, Undecided } from "../interface/find-breaks.ts";

/** A declaration of another repository, as a check presents it. */
export interface CheckedUse<Reference> extends InterfaceUse {
  consumer: Reference;
  versionConstraint: string | null;
  role: Role;
  clock: Clock;
  /** 0 to 1. */
  confidence: number;
  owner: string | null;
}

interface Named {
  id: string;
  full_path: string;
}

/** What the API's `Check` resource contains beyond the findings. */
export interface CheckContext<Reference> {
  repository: Reference;
  reached: { repositories: number; byClock: Record<Clock, number> };
  graph: { scannedAt: string | null; complete: boolean };
}

/** Returns the API's `Check` resource, with its field names. */
export function presentCheck<Reference extends Named>(
  findings: Findings<CheckedUse<Reference>>,
  { repository, reached, graph }: CheckContext<Reference>,
) {
  const breaks = findings.breaks.toSorted(compareBreaks).map((one) => ({
    producer_artifact: artifactOf(one),
    change: one.change,
    kind: one.kind,
    name: one.name,
    renamed_to: one.renamedTo,
    before: one.before,
    after: one.after,
    consumer: one.use.consumer,
    use: presentUse(one),
    clock: one.use.clock,
    effect: one.effect,
    confidence: one.use.confidence,
    owner: one.use.owner,
  }));
  const undecided = findings.undecided.toSorted(comparePlaces).map((one) => ({
    producer_artifact: artifactOf(one),
    kind: one.kind,
    name: one.name,
    consumer: one.use.consumer,
    use: presentUse(one),
    reason: one.reason,
    clock: one.use.clock,
    owner: one.use.owner,
  }));
  const isUndecided = undecided.length > 0 || !graph.complete;
  return {
    repository,
    verdict:
      breaks.length > 0 ? ("breaks" as const) : isUndecided ? ("undecided" as const) : ("clean" as const),
    breaks,
    undecided,
    reached: {
      repositories: reached.repositories,
      breaking: new Set(breaks.map(({ consumer }) => consumer.id)).size,
      by_clock: reached.byClock,
    },
    graph: { scanned_at: graph.scannedAt, complete: graph.complete },
  };
}

/** The API's `Check` resource, as far as it is rendered. */
export type PresentedCheck = ReturnType<typeof presentCheck<Named>>;
export type PresentedBreak = PresentedCheck["breaks"][number];

type Found<Reference> = Break<CheckedUse<Reference>> | Undecided<CheckedUse<Reference>>;

function artifactOf<Reference>({ use: { scope } }: Found<Reference>) {
  const end = scope.indexOf(":");
  return { artifact_type: scope.slice(0, end) as ArtifactType, name: scope.slice(end + 1) };
}

const presentUse = <Reference>({ at, use }: Found<Reference>) => ({
  ...at,
  declaration: { file: use.file, line: use.line },
  version_constraint: use.versionConstraint,
  role: use.role,
});

const compareBreaks = <Reference extends Named>(
  a: Break<CheckedUse<Reference>>,
  b: Break<CheckedUse<Reference>>,
): number =>
  clockOrder(a.use.clock) - clockOrder(b.use.clock) ||
  effectOrder(a.effect) - effectOrder(b.effect) ||
  comparePlaces(a, b);

const comparePlaces = <Reference extends Named>(a: Found<Reference>, b: Found<Reference>): number =>
  compareOrdinal(a.use.consumer.full_path, b.use.consumer.full_path) ||
  compareOrdinal(a.at.file, b.at.file) ||
  a.at.line - b.at.line ||
  compareOrdinal(a.name, b.name);

const clockOrder = (clock: Clock): number => CLOCKS.indexOf(clock);

const effectOrder = (effect: Effect): number => EFFECTS.indexOf(effect);
