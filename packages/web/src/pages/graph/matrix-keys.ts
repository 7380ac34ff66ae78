import type { KeyboardEvent } from "react";

const STEPS: Partial<Record<string, { right: number; down: number }>> = {
  ArrowRight: { right: 1, down: 0 },
  ArrowLeft: { right: -1, down: 0 },
  ArrowDown: { right: 0, down: 1 },
  ArrowUp: { right: 0, down: -1 },
};

/** Arrow keys lead from a button of a matrix to the next one in a row or a column, over cells without one. */
export function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  const cell = event.currentTarget.closest<HTMLTableCellElement>("td, th");
  const row = cell?.closest("tr");
  const rows = [...(cell?.closest("tbody")?.rows ?? [])];
  if (!step || !cell || !row) return;
  let [at, column] = [rows.indexOf(row), cell.cellIndex];
  let next: HTMLTableCellElement | undefined;
  do {
    at += step.down;
    column += step.right;
    next = rows[at]?.cells[column];
  } while (next && !next.querySelector("button"));
  if (!next) return;
  event.preventDefault();
  next.querySelector("button")?.focus();
}
