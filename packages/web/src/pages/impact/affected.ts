import type { Impact } from "@knockon/contract/resources/impact";

export type Affected = Impact["affected"][number];

export const hopsInWords = (hops: number): string => (hops === 1 ? "direct" : `${hops} hops`);

/** As its declarations write them, each once. */
export const versionsOf = ({ evidence }: Affected): string[] => [
  ...new Set(evidence.flatMap(({ version_constraint }) => version_constraint ?? [])),
];

/** In the order of rolling out; waves of which nothing is left are left out. */
export function byWave(affected: readonly Affected[]): { wave: number; rows: Affected[] }[] {
  const waves = Map.groupBy(affected, ({ wave }) => wave);
  return [...waves].map(([wave, rows]) => ({ wave, rows })).toSorted((a, b) => a.wave - b.wave);
}
