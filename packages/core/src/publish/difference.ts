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
  return Object.entries(wanted).every(
    ([key, value]) => JSON.stringify((stored as Record<string, unknown>)[key]) === JSON.stringify(value),
  );
}
