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

/** The line to a group of which only some repositories get a change on their next run. */
export const SOME_NEXT_RUN: LineLook = { color: "danger", width: 1.25, dash: "12 3" };

/** The line to what may get a change on its next run, if a version admits it. */
export const MAY_NEXT_RUN: LineLook = { color: "danger", width: 2, dash: "2 3" };

type Clocks = Record<"clock" | "fastest", Clock> & { isConditional?: boolean };

export const hasSomeNextRun = ({ clock, fastest }: Clocks): boolean =>
  fastest === "next_run" && clock !== "next_run";

export const mayBeNextRun = ({
  clock,
  isConditional = false,
}: Pick<Clocks, "clock" | "isConditional">): boolean => isConditional && clock === "next_run";

/** The line of an edge that may stand for several repositories. */
export const clockLine = (edge: Clocks): LineLook => (hasSomeNextRun(edge) ? SOME_NEXT_RUN : lineOf(edge));

/** The line by when a change arrives. */
export const lineOf = (edge: Pick<Clocks, "clock" | "isConditional">): LineLook =>
  mayBeNextRun(edge) ? MAY_NEXT_RUN : CLOCK_LINES[edge.clock];

/** Where a line ends, and to where its arrow points there. */
export interface Tip {
  x: number;
  y: number;
  points: "right" | "left" | "up";
}

/** The length of an arrow. */
const ARROW = 7;

/** The corners of an arrow. */
export function arrowAt({ x, y, points }: Tip, half = ARROW / 2): [x: number, y: number][] {
  const tip = [x, y] as [number, number];
  if (points === "up") return [tip, [x - half, y + ARROW], [x + half, y + ARROW]];
  const back = x + (points === "right" ? -ARROW : ARROW);
  return [tip, [back, y - half], [back, y + half]];
}

const MIN_WIDTH = 1.25;
const MAX_WIDTH = 8;

/** The greatest count of the lines between clusters. */
export interface CountRange {
  most: number;
}

/** The line of an edge that stands for `count` dependencies between clusters, twice as wide for twice as many. */
export const countLine = (count: number, { most }: CountRange): LineLook => ({
  color: "line-strong",
  width: Math.max(MIN_WIDTH, (MAX_WIDTH * count) / most),
  dash: "",
});
