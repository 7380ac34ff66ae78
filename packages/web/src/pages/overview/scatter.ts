export interface Risk {
  bus_factor: number;
  dependent_repositories_total: number;
}

/** Repositories of the same bus factor and fan-in are one point. */
export interface Point {
  busFactor: number;
  dependents: number;
  count: number;
  /** From the left and from the bottom, from 0 to 1. */
  x: number;
  y: number;
}

/** Bus factors from here on are level: they are not at risk. */
export const TOP_BUS_FACTOR = 5;

/** Fan-in on a logarithmic scale up to the greatest; the bus factor from 1 upwards. */
export const xOf = (dependents: number, most: number): number =>
  Math.log1p(dependents) / Math.log1p(Math.max(1, most));
export const yOf = (busFactor: number): number =>
  (Math.min(busFactor, TOP_BUS_FACTOR) - 1) / (TOP_BUS_FACTOR - 1);

export function scatter(risks: readonly Risk[]): Point[] {
  const most = mostDependents(risks);
  const points = new Map<string, Point>();
  for (const { bus_factor, dependent_repositories_total: dependents } of risks) {
    const busFactor = Math.min(bus_factor, TOP_BUS_FACTOR);
    const key = `${busFactor} ${dependents}`;
    const known = points.get(key);
    if (known) known.count += 1;
    else points.set(key, { busFactor, dependents, count: 1, x: xOf(dependents, most), y: yOf(busFactor) });
  }
  return [...points.values()];
}

export const mostDependents = (risks: readonly Risk[]): number =>
  Math.max(1, ...risks.map(({ dependent_repositories_total }) => dependent_repositories_total));
