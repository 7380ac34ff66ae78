const format = new Intl.NumberFormat("en");

/** `12,345`. */
export const formatCount = (count: number): string => format.format(count);

/** `1 repository`, `12,345 repositories`. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
