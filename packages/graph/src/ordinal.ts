/** Compares strings by UTF-16 code unit, independent of the locale. */
export const compareOrdinal = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
