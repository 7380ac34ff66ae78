import type { LineOwner } from "@knockon/contract/resources/fields";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import { EFFECTS, type Effect } from "@knockon/contract/vocabulary/interface";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { Impact } from "../impact/impact.ts";
import { compareOrdinal } from "../ordinal.ts";
import type { Break, Findings, InterfaceUse, Undecided } from "./find-breaks.ts";

/** A declaration of another repository, as a check presents it. */
export interface CheckedUse<Reference> extends InterfaceUse {
  consumer: Reference;
  /** The rule that found the declaration. */
  evidenceRule: string;
  versionConstraint: string | null;
  role: Role;
  clock: Clock;
  /** 0 to 1. */
  confidence: number;
}

interface Named {
  id: string;
  fullPath: string;
}

/** What the API's `Check` resource contains beyond the findings. */
export interface CheckContext<Reference, Time> {
  repository: Reference;
  /** The impact of the changed files. Undefined if there are none. */
  impact: Pick<Impact, "affected" | "summary"> | undefined;
  graph: { scannedAt: Time | null; complete: boolean };
  /** Returns who owns a line of a repository. */
  ownerOf: (repositoryId: string, file: string) => LineOwner | null;
}

/** Returns the API's `Check` resource, with camelCase fields. */
export function presentCheck<Reference extends Named, Time>(
  findings: Findings<CheckedUse<Reference>>,
  { repository, impact, graph, ownerOf }: CheckContext<Reference, Time>,
) {
  const breaks = firstOfLine(findings.breaks.toSorted(compareBreaks)).map((one) => ({
    producerArtifact: artifactOf(one),
    change: one.change,
    kind: one.kind,
    name: one.name,
    renamedTo: one.renamedTo,
    before: one.before,
    after: one.after,
    consumer: one.use.consumer,
    use: presentUse(one),
    clock: one.use.clock,
    effect: one.effect,
    confidence: one.use.confidence,
    owner: ownerOf(one.use.consumer.id, one.at.file),
  }));
  const undecided = firstOfLine(findings.undecided.toSorted(comparePlaces)).map((one) => ({
    producerArtifact: artifactOf(one),
    kind: one.kind,
    name: one.name,
    consumer: one.use.consumer,
    use: presentUse(one),
    reason: one.reason,
    clock: one.use.clock,
    owner: ownerOf(one.use.consumer.id, one.at.file),
  }));
  const isUndecided = undecided.length > 0 || !graph.complete;
  return {
    repository,
    verdict:
      breaks.length > 0 ? ("breaks" as const) : isUndecided ? ("undecided" as const) : ("clean" as const),
    breaks,
    undecided,
    reached: {
      repositories: impact?.affected.length ?? 0,
      breaking: new Set(breaks.map(({ consumer }) => consumer.id)).size,
      byClock: countClocks(impact),
    },
    graph: { scannedAt: graph.scannedAt, complete: graph.complete },
  };
}

/** Several declarations can pass the same line, such as a file of values. The first of them stands for all. */
function firstOfLine<T extends Found<Named>>(sorted: readonly T[]): T[] {
  const found = new Map<string, T>();
  for (const one of sorted) {
    const { use, kind, name, at } = one;
    const change = "change" in one ? one.change : one.reason;
    const key = JSON.stringify([use.consumer.id, use.scope, at.file, at.line, kind, name, change]);
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

function countClocks(impact: Pick<Impact, "summary"> | undefined): Record<Clock, number> {
  const count = (clock: Clock): number => {
    const { direct, transitive } = impact?.summary.byClock ?? {};
    return (direct?.[clock] ?? 0) + (transitive?.[clock] ?? 0);
  };
  return {
    next_run: count("next_run"),
    next_update: count("next_update"),
    bump: count("bump"),
    unknown: count("unknown"),
  };
}

type Found<Reference> = Break<CheckedUse<Reference>> | Undecided<CheckedUse<Reference>>;

function artifactOf<Reference>({ use: { scope } }: Found<Reference>) {
  const end = scope.indexOf(":");
  return { artifactType: scope.slice(0, end) as ArtifactType, name: scope.slice(end + 1) };
}

const presentUse = <Reference>({ at, use }: Found<Reference>) => ({
  ...at,
  declaration: { file: use.file, line: use.line },
  versionConstraint: use.versionConstraint,
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
  compareOrdinal(a.use.consumer.fullPath, b.use.consumer.fullPath) ||
  compareOrdinal(a.at.file, b.at.file) ||
  a.at.line - b.at.line ||
  compareOrdinal(a.name, b.name);

const clockOrder = (clock: Clock): number => CLOCKS.indexOf(clock);

const effectOrder = (effect: Effect): number => EFFECTS.indexOf(effect);
