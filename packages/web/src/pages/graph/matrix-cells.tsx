import { Zap } from "lucide-react";
import { moveFocus } from "./matrix-keys.ts";
import type { ClusterMatrix, MatrixCluster, Uses } from "./matrix.ts";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { countOf, formatCount } from "../../format/format.ts";

/** Shares of red, in percent. The dark theme has a darker red, of which more is legible under red text. */
const SHADES = {
  light: { color: "var(--color-danger)", least: 2, most: 22 },
  dark: { color: "var(--color-danger-solid)", least: 6, most: 46 },
};

/** In proportion to the dependencies on the next run, from 0 to 1. Text stays legible on it. */
const shade = (share: number): string => {
  const mixed = ({ color, least, most }: typeof SHADES.light): string =>
    `color-mix(in oklab, ${color} ${Math.round(least + (most - least) * Math.min(1, share))}%, var(--color-raised))`;
  return `light-dark(${mixed(SHADES.light)}, ${mixed(SHADES.dark)})`;
};

export const shadeOf = ({ count, nextRun }: Uses, { mostNextRun }: ClusterMatrix): string =>
  count === 0
    ? "transparent"
    : nextRun === 0
      ? "var(--color-raised)"
      : shade(nextRun / Math.max(1, mostNextRun));

/** What the shades of cells mean: the lightest and the darkest. */
export const ShadeLegend = ({ matrix: { mostNextRun, isExceeded } }: { matrix: ClusterMatrix }) => (
  <span className="tabular flex h-5 shrink-0 items-center gap-2 text-12 whitespace-nowrap text-muted">
    1
    <span
      aria-hidden
      className="h-3 w-16 rounded-sm border"
      style={{ background: `linear-gradient(to right, ${shade(0)}, ${shade(1)})` }}
    />
    {formatCount(mostNextRun)}
    {isExceeded && "+"} on next run
  </span>
);

interface CountProps {
  uses: Uses;
  /** Room for so many characters of the second number, so that the first ones line up. */
  room?: number;
  isQuiet?: boolean;
  /** Whether tablets have the second number below the first one. */
  isStacked?: boolean;
}

/** The number of dependencies and, in red, of those on the next run. */
export const Count = ({
  uses: { count, nextRun },
  room = 0,
  isQuiet = false,
  isStacked = false,
}: CountProps) =>
  count === 0 ? null : (
    <span
      className={cx(
        "tabular inline-flex items-center",
        isQuiet && "text-muted",
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
            isQuiet ? "font-normal" : "text-danger",
          )}
        >
          <Zap aria-hidden className="size-2.5 text-danger lg:size-3" />
          <span className="sr-only">on next run:</span>
          {formatCount(nextRun)}
        </span>
      ) : (
        room > 0 && <span style={widthOf(room)} className={cx("ml-1", isStacked && "max-md:hidden")} />
      )}
    </span>
  );

/** Of the icon and digits. */
const widthOf = (room: number) => (room === 0 ? {} : { minWidth: `calc(0.875rem + ${room}ch)` });

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
