/** Rows of varying length: row `i` is `values[offsets[i] .. offsets[i + 1] - 1]`. */
export interface Rows {
  offsets: Uint32Array;
  values: Uint32Array;
}

/** Groups values by row, in their order. `rowOf` has the row of each value; -1 leaves it out. */
export function groupRows(values: Uint32Array, rows: number, rowOf: Int32Array): Rows {
  const offsets = new Uint32Array(rows + 1);
  for (let at = 0; at < values.length; at++) {
    const row = rowOf[values[at] ?? 0] ?? -1;
    if (row >= 0) offsets[row + 1] = (offsets[row + 1] ?? 0) + 1;
  }
  for (let row = 0; row < rows; row++) offsets[row + 1] = (offsets[row + 1] ?? 0) + (offsets[row] ?? 0);
  const next = offsets.slice();
  const grouped = new Uint32Array(offsets[rows] ?? 0);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    const row = rowOf[value] ?? -1;
    if (row < 0) continue;
    const slot = next[row] ?? 0;
    next[row] = slot + 1;
    grouped[slot] = value;
  }
  return { offsets, values: grouped };
}

export const isFilled = ({ offsets }: Rows, row: number): boolean => offsets[row] !== offsets[row + 1];

/** Returns the rows that have values, ascending. */
export function filledRows(rows: Rows): Uint32Array {
  const filled = new Uint32Array(rows.offsets.length - 1);
  let count = 0;
  for (let row = 0; row < filled.length; row++) if (isFilled(rows, row)) filled[count++] = row;
  return filled.slice(0, count);
}

/** Returns the numbers from 0 to `length - 1`. */
export function countUp(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = i;
  return numbers;
}
