const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Rows by their ids, each page asked for when the one before is used up, and as `show` shows them. */
export async function* pages<Row extends { id: string }, Shown>(
  select: (after: string) => PromiseLike<Row[]>,
  show: (rows: Row[]) => Shown[] | Promise<Shown[]>,
): AsyncGenerator<Shown[]> {
  let rows = await select(BEFORE_ALL);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield await show(rows);
    rows = await select(last.id);
  }
}

/** What is short enough to be one page. */
export async function* onePage<Shown>(select: () => PromiseLike<Shown[]>): AsyncGenerator<Shown[]> {
  yield await select();
}
