import type { Artifact } from "@knockon/contract/resources/artifact";
import type { LatentBreak } from "@knockon/contract/resources/check";
import { EFFECT_WORDS } from "@knockon/contract/check/words";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { EFFECTS } from "@knockon/contract/vocabulary/interface";

/** Lines that need the same missing name of an artifact are a group. */
export const groupOf = ({
  producer,
  producer_artifact: { artifact_type, name: artifact },
  kind,
  name,
}: LatentBreak): string => [producer.id, artifact_type, artifact, kind, name].join(" ");

export const countConsumers = (rows: readonly LatentBreak[]): number =>
  new Set(rows.map(({ consumer }) => consumer.id)).size;

/** `does not start, warns`: how the consumers fail, worst first. */
export const effectsInWords = (rows: readonly LatentBreak[]): string =>
  EFFECTS.filter((effect) => rows.some((row) => row.effect === effect))
    .map((effect) => EFFECT_WORDS[effect])
    .join(", ");

/** Returns those of one artifact. */
export const breaksOf = (
  artifact: Pick<Artifact, "source_repository_id" | "artifact_type" | "name">,
  breaks: readonly LatentBreak[],
): LatentBreak[] =>
  breaks.filter(
    ({ producer, producer_artifact: of }) =>
      producer.id === artifact.source_repository_id &&
      of.artifact_type === artifact.artifact_type &&
      of.name === artifact.name,
  );

/** Returns the earliest timing of each consumer. */
export const earliestOfConsumers = (rows: readonly LatentBreak[]): Clock[] =>
  [...Map.groupBy(rows, ({ consumer }) => consumer.id).values()].flatMap(
    (lines) => CLOCKS.find((clock) => lines.some((line) => line.clock === clock)) ?? [],
  );

/** Groups. Those with the most consumers at the earliest timing are first. */
export function groupsByUrgency(items: readonly LatentBreak[]): LatentBreak[][] {
  const countAt = (rows: readonly LatentBreak[], clock: Clock): number =>
    countConsumers(rows.filter((row) => row.clock === clock));
  return [...Map.groupBy(items, groupOf).values()].toSorted(
    (a, b) => CLOCKS.map((clock) => countAt(b, clock) - countAt(a, clock)).find(Boolean) ?? 0,
  );
}
