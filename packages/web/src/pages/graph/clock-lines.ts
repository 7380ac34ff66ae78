import type { Clock } from "@knockon/contract/vocabulary/clock";

interface LineLook {
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

const MAX_WIDTH = 9;

/** The line of an edge that stands for `count` dependencies between clusters, where the most is `max`. */
export const countLine = (count: number, max: number): LineLook => ({
  color: "line-strong",
  width: Math.max(1, (MAX_WIDTH * count) / max),
  dash: "",
});
