export interface Change {
  field: string;
  /** As JSON, but a text as it is; undefined where there was none. */
  before: string | undefined;
  after: string | undefined;
}

type Values = Record<string, unknown> | null;

/** The fields that are not what they were: all of what was made or is gone. */
export function changesBetween(before: Values, after: Values): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: shown(before?.[field]), after: shown(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
