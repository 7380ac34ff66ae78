import { Zap } from "lucide-react";
import type { ClusterMatrix, MatrixCluster, Uses } from "./matrix.ts";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { countOf, formatCount } from "../../format/format.ts";

/** Shares of red, in percent. The dark theme has a darker red, of which more is legible under red text. */
const SHADES = {
  light: { color: "var(--color-danger)", least: 3, most: 22 },
  dark: { color: "var(--color-danger-solid)", least: 8, most: 46 },
};

/** In proportion to the dependencies on the next run. Text stays legible on it. */
export const shadeOf = ({ count, nextRun }: Uses, { mostNextRun }: ClusterMatrix): string => {
  if (count === 0) return "transparent";
  if (nextRun === 0) return "var(--color-raised)";
  const mixed = ({ color, least, most }: typeof SHADES.light): string =>
    `color-mix(in oklab, ${color} ${Math.round(least + ((most - least) * nextRun) / mostNextRun)}%, var(--color-raised))`;
  return `light-dark(${mixed(SHADES.light)}, ${mixed(SHADES.dark)})`;
};

interface CountProps {
  uses: Uses;
  /** Whether the second number has a separate column, so that the first ones line up. */
  isAligned?: boolean;
  /** A sum is longer than the cells above it: on tablets, it takes two lines. */
  isSum?: boolean;
}

/** The number of dependencies and, in red, of those on the next run. */
export const Count = ({ uses: { count, nextRun }, isAligned = false, isSum = false }: CountProps) =>
  count === 0 ? null : (
    <span
      className={cx(
        "tabular inline-flex items-center lg:gap-1",
        isSum && "max-lg:flex-col max-lg:items-end max-lg:leading-4",
      )}
    >
      {formatCount(count)}
      {nextRun > 0 ? (
        <span
          className={cx("inline-flex items-center text-danger", isAligned && "lg:min-w-10 lg:justify-end")}
        >
          <Zap aria-hidden className="size-3 max-lg:ml-0.5 max-lg:size-2.5" />
          <span className="sr-only">on next run:</span>
          {formatCount(nextRun)}
        </span>
      ) : (
        isAligned && <span className="lg:min-w-10" />
      )}
    </span>
  );

interface ClusterButtonProps {
  cluster: MatrixCluster;
  /** Its title, without what all titles share. */
  name: string;
  /** In the head of a column, which Tab skips: its row does the same. Upright if columns are narrower than names. */
  inHead?: "level" | "upright";
  /** Whether tablets have no room for its number of repositories. */
  isTight?: boolean;
  onOpen: (cluster: string) => void;
}

export const ClusterButton = ({ cluster, name, inHead, isTight = false, onOpen }: ClusterButtonProps) => (
  <button
    type="button"
    data-cluster={inHead ? undefined : cluster.key}
    tabIndex={inHead ? -1 : 0}
    title={`${cluster.title}: ${countOf(cluster.repositories, "repository", "repositories")}`}
    onClick={() => onOpen(cluster.key)}
    className={cx(
      "flex items-center gap-2 rounded-sm text-12 hover:bg-hover",
      // Parts of names, in contrast to names of ecosystems.
      cluster.title.endsWith("*") && "font-mono",
      inHead === "upright" && "mx-auto max-h-32 rotate-180 justify-start py-1 [writing-mode:vertical-rl]",
      inHead === "level" && "ml-auto max-w-full min-h-6 justify-end py-1 pr-1 text-right leading-4 lg:pr-2",
      !inHead && "min-h-7 w-full max-w-64 justify-between px-1 text-left -outline-offset-2",
    )}
  >
    <span className={cx("flex min-w-0 items-center gap-1.5", inHead === "upright" && "max-h-full")}>
      {cluster.ecosystem && inHead !== "level" && (
        <EcosystemIcon
          ecosystem={cluster.ecosystem}
          className={cx(
            "size-3.5 shrink-0",
            inHead === "upright" && "rotate-90",
            // The names need the room.
            !inHead && "max-lg:hidden",
          )}
        />
      )}
      {/* Names of several words, and long ones in a head, take two lines. */}
      <span className={cx(inHead === "level" ? "line-clamp-2 hyphens-auto wrap-break-word" : "truncate")}>
        {name}
      </span>
    </span>
    {!inHead && (
      <span className={cx("tabular shrink-0 font-sans text-muted", isTight && "max-lg:hidden")}>
        {formatCount(cluster.repositories)}
      </span>
    )}
  </button>
);
