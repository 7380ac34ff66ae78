import { median } from "../measure/numbers.ts";
import type { Cost } from "./phases.ts";
import type { ScaleRun } from "./phases.ts";

/** Figures of one organization. Times are in milliseconds unless their names say otherwise. */
export interface Figures {
  firstScan: Cost;
  rescan: Cost;
  pushes: Cost;
  wallOfRepository: number;
  cpuOfRepository: number;
  beyondExtraction: number;
  shareBeyond: number;
  firstPublish: number;
  rescanRows: number;
  push: number;
  longestPush: number;
  pushPublish: number;
  cpuOfPush: number;
  graphBytes: number;
  databaseBytes: number;
}

export function figuresOf({ organization, size, firstScan, rescan, pushes }: ScaleRun): Figures {
  const { repositories: messages, publishes } = firstScan;
  const beyond = messages.map(({ total, extraction }) => total - extraction);
  const times = pushes.results.map((push) => push.milliseconds);
  return {
    firstScan: firstScan.cost,
    rescan: rescan.cost,
    pushes: pushes.cost,
    wallOfRepository: (1000 * firstScan.cost.wallSeconds) / organization.repositories,
    cpuOfRepository: (1000 * cpuOf(firstScan.cost)) / organization.repositories,
    beyondExtraction: median(beyond),
    shareBeyond: sum(beyond) / sum(messages.map(({ total }) => total)),
    firstPublish: sum(publishes),
    rescanRows: rowsOf(rescan.written.byTable),
    push: median(times),
    longestPush: Math.max(...times),
    pushPublish: median(pushes.results.map((push) => push.publishMilliseconds)),
    cpuOfPush: (1000 * cpuOf(pushes.cost)) / times.length,
    graphBytes: size.graphBytes,
    databaseBytes: size.databaseBytes,
  };
}

const cpuOf = ({ cpuSeconds, postgresSeconds }: Cost): number => cpuSeconds + (postgresSeconds ?? 0);

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

export const rowsOf = (byTable: Record<string, number>): number => sum(Object.values(byTable));

export const presentCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
