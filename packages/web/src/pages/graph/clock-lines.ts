import type { Clock } from "@knockon/contract/vocabulary/clock";

export interface LineLook {
  /** A color token. */
  color: string;
  width: number;
  /** As in SVG; empty for a solid line. */
  dash: string;
}

/** How an edge looks by the clock of its consumer. Color, width and dash say the same. */
export const CLOCK_LINES: Record<Clock, LineLook> = {
  next_run: { color: "danger", width: 2.25, dash: "" },
  next_update: { color: "warning", width: 1.75, dash: "8 4" },
  bump: { color: "line-strong", width: 1.25, dash: "" },
  unknown: { color: "line-strong", width: 1.5, dash: "2 4" },
};

const MIN_WIDTH = 1;
const MAX_WIDTH = 8;

/** The range of counts that lines between clusters show. */
export interface CountRange {
  least: number;
  most: number;
}

/** The line of an edge that stands for `count` dependencies between clusters. Widths span the whole range of counts. */
export const countLine = (count: number, { least, most }: CountRange): LineLook => ({
  color: "line-strong",
  width:
    most === least ? MIN_WIDTH : MIN_WIDTH + ((MAX_WIDTH - MIN_WIDTH) * (count - least)) / (most - least),
  dash: "",
});
