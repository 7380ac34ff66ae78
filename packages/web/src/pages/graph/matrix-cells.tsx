import { Zap } from "lucide-react";
import { moveFocus } from "./matrix-keys.ts";
import { type ClusterMatrix, type MatrixCluster, type Uses, weightOf } from "./matrix.ts";
import { nextRunInBrief, nextRunInWords } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { countOf, formatCount } from "../../format/format.ts";

/** The share of the strongest shade that one dependency on the next run has at least, so that it differs from none. */
const LEAST_HEAT = 0.22;

/** From the color of a cell with the fewest dependencies on the next run, if any, to the strongest one: from 0 to 1. */
const shade = (share: number): string =>
  `color-mix(in oklab, var(--color-heat) ${Math.round(100 * (LEAST_HEAT + (1 - LEAST_HEAT) * Math.min(1, share)))}%, var(--color-cell))`;

/** Cells differ as much as they can, also where all have many. */
export const shadeOf = (uses: Uses, { weights: { least, most } }: ClusterMatrix): string =>
  uses.count === 0
    ? "transparent"
    : uses.nextRun === 0
      ? "var(--color-cell)"
      : shade(most > least ? (weightOf(uses) - least) / (most - least) : 1);

/** What cells mean: a dash, and the shades from the lightest to the darkest. */
export const CellLegend = ({ matrix }: { matrix: ClusterMatrix }) => {
  const { most } = matrix.weights;
  const hasMay = matrix.clusters.some(({ using }) => using.may > 0);
  return (
    <span className="tabular flex h-5 shrink-0 items-center gap-4 text-12 whitespace-nowrap text-muted">
      <span title="Dependencies of a row on itself are in the column Within">– see Within</span>
      {most > 0 && (
        <span className="flex items-center gap-1">
          <span aria-hidden className="h-3 w-6 rounded-sm border bg-(--color-cell)" />
          no
          <Zap aria-hidden className="size-3 text-danger" />
        </span>
      )}
      {most > 0 && (
        <span className="flex items-center gap-2">
          few
          <span
            aria-hidden
            className="h-3 w-16 rounded-sm border"
            style={{ background: `linear-gradient(to right in oklab, ${shade(0)}, ${shade(1)})` }}
          />
          many on next run{hasMay && " (? counts half)"}
        </span>
      )}
    </span>
  );
};

interface CountProps {
  uses: Uses;
  /** The width of the longest second number of its column, so that all line up. */
  room?: number;
  isQuiet?: boolean;
  /** Whether it is on a shade. */
  isShaded?: boolean;
  /** Whether tablets have the second number below the first one. */
  isStacked?: boolean;
}

/** The number of dependencies and, in red, of those on the next run. */
export const Count = ({
  uses: { count, nextRun, may },
  room = 0,
  isQuiet = false,
  isShaded = false,
  isStacked = false,
}: CountProps) => (
  <span
    className={cx(
      "tabular inline-flex items-center",
      count === 0 ? "font-normal text-faint" : isQuiet && "text-muted",
      isStacked && "max-md:flex-col max-md:items-end max-md:leading-4",
    )}
  >
    {formatCount(count)}
    {nextRun > 0 ? (
      <span
        style={widthOf(room)}
        className={cx(
          "ml-1 inline-flex items-center justify-end gap-px",
          isStacked && "max-md:min-w-0!",
          isShaded ? "text-on-heat" : isQuiet ? "font-normal" : "text-danger",
        )}
      >
        <Zap aria-hidden className={cx("size-2.5 lg:size-3", !isShaded && "text-danger")} />
        <span className="sr-only">{nextRunInWords(nextRun, may)}</span>
        <span aria-hidden>{nextRunInBrief(nextRun, may)}</span>
      </span>
    ) : (
      room > 0 && <span style={widthOf(room)} className={cx("ml-1", isStacked && "max-md:hidden")} />
    )}
  </span>
);

/** Of the icon, of a digit, which is as wide as all others and as signs, in a bold font, and of what separates thousands and words. */
const EM = { padding: 2, icon: 1, digit: 0.64, separator: 0.3 };

/** The width of numbers in em, which does not depend on the weight of the font. */
export const roomFor = (numbers: string): number =>
  Array.from(numbers).reduce((sum, sign) => sum + (/[\d?+]/u.test(sign) ? EM.digit : EM.separator), 0);

/** The same of the second numbers of uses. */
export const roomForNextRun = ({ nextRun, may }: Uses): number => roomFor(nextRunInBrief(nextRun, may));

/** With the icon. */
const widthOf = (room: number) => (room === 0 ? {} : { minWidth: `${(EM.icon + room).toFixed(2)}em` });

/** The width in em of both numbers with their padding. */
export const roomForUses = (uses: Uses): number =>
  EM.padding + roomFor(formatCount(uses.count)) + (uses.nextRun > 0 ? EM.icon + roomForNextRun(uses) : 0);

/** The width of a column that shows these numbers, or at least of its heading. */
export const widthOfColumn = (uses: Uses): string => `max(7.5rem, ${roomForUses(uses).toFixed(2)}em)`;

interface ClusterButtonProps {
  cluster: MatrixCluster;
  /** Its title, without what all titles share. */
  name: string;
  onOpen: (cluster: string) => void;
}

/** The head of a row, which opens its cluster. */
export const ClusterButton = ({ cluster, name, onOpen }: ClusterButtonProps) => (
  <button
    type="button"
    data-cluster={cluster.key}
    title={`${cluster.title}: ${countOf(cluster.repositories, "repository", "repositories")}`}
    onClick={() => onOpen(cluster.key)}
    onKeyDown={moveFocus}
    className={cx(
      "flex min-h-7 w-full max-w-64 items-center gap-1.5 rounded-sm px-1 text-left text-12 -outline-offset-2 hover:bg-hover lg:text-13",
      // Parts of names, in contrast to names of ecosystems.
      cluster.title.endsWith("*") && "font-mono",
    )}
  >
    {cluster.ecosystem && <EcosystemIcon ecosystem={cluster.ecosystem} className="size-3.5 shrink-0" />}
    <span className="truncate">{name}</span>
  </button>
);
