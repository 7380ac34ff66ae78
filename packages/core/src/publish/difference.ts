/** The change that makes the stored rows the wanted ones; both keyed by id. */
export interface Difference<T> {
  upserts: T[];
  deletes: string[];
}

/** Rows are compared by what is in the wanted one; a row that is the same is not written. */
export function difference<T extends object>(
  stored: ReadonlyMap<string, T>,
  wanted: ReadonlyMap<string, T>,
): Difference<T> {
  const upserts = [...wanted].filter(([id, row]) => !isSame(stored.get(id), row)).map(([, row]) => row);
  return { upserts, deletes: [...stored.keys()].filter((id) => !wanted.has(id)) };
}

function isSame<T extends object>(stored: T | undefined, wanted: T): boolean {
  if (stored === undefined) return false;
  for (const key of Object.keys(wanted) as (keyof T)[]) if (!isEqual(stored[key], wanted[key])) return false;
  return true;
}

/** Columns hold plain values, but for some lists. */
const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));
