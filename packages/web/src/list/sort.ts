/** As the URL has it: `name`, or `-name` for descending. */
export interface Sort {
  id: string;
  desc: boolean;
}

export const parseSort = (text: string | undefined): Sort | undefined =>
  text === undefined || text === "" || text === "-"
    ? undefined
    : { id: text.replace(/^-/u, ""), desc: text.startsWith("-") };

/** What a click on a column's header leads to: ascending, descending, as it came. */
export function nextSort(current: Sort | undefined, id: string): string | undefined {
  if (current?.id !== id) return id;
  return current.desc ? undefined : `-${id}`;
}
