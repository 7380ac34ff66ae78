import { Zap } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { type ClusterMatrix, type MatrixCluster, type Uses, usesBetween } from "./matrix.ts";
import { cx, watchScroll } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

interface ClusterMatrixTableProps {
  matrix: ClusterMatrix;
  onOpen: (cluster: string) => void;
}

/** How often the clusters in the rows use those in the columns, of which those that no other uses, or hardly, are left out. Lines between so many would cover each other. */
export function ClusterMatrixTable({ matrix, onOpen }: ClusterMatrixTableProps) {
  const [said, setSaid] = useState("");
  const scroller = useRef<HTMLDivElement>(null);
  const hidden = useHiddenColumns(scroller);
  return (
    <div
      ref={scroller}
      data-cut={hidden > 0 || undefined}
      className="absolute inset-0 flex flex-col gap-2 overflow-auto bg-sunken px-4 py-3 md:px-8"
    >
      <p className="sticky left-0 min-h-10 w-fit shrink-0 text-13 xl:min-h-5 text-muted">
        {said === "" ? <HowToRead matrix={matrix} hidden={hidden} /> : said}
      </p>
      <Cells matrix={matrix} onOpen={onOpen} onSay={setSaid} />
    </div>
  );
}

/** The number of columns that are out of sight on the right. */
function useHiddenColumns(scroller: RefObject<HTMLElement | null>): number {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => {
      const end = element.getBoundingClientRect().right;
      const heads = [...element.querySelectorAll("th[data-column]")];
      setHidden(heads.filter((head) => head.getBoundingClientRect().right > end + 1).length);
    };
    return watchScroll(element, measure);
  }, [scroller]);
  return hidden;
}

interface HowToReadProps {
  matrix: ClusterMatrix;
  hidden: number;
}

function HowToRead({ matrix: { clusters, columns }, hidden }: HowToReadProps) {
  const isAll = clusters.every(({ used }) => used.count === 0) || columns.length === clusters.length;
  const isMost = clusters.some((cluster) => cluster.used.count > 0 && !columns.includes(cluster));
  return (
    <>
      Each row uses the columns
      {!isAll && `: the ${formatCount(columns.length)} clusters that others use${isMost ? " most" : ""}`}.
      Cells count dependencies and{" "}
      <span className="inline-flex items-center gap-1 text-danger">
        <Zap aria-hidden className="size-3" />
        those on next run
      </span>
      , which color them.{" "}
      {hidden > 0 ? (
        // As long as the other sentence: the table does not move.
        <span className="font-medium text-text">
          {countOf(hidden, "more column is", "more columns are")} on the right.
        </span>
      ) : (
        "The most used are first."
      )}{" "}
      Click a name to open it.
    </>
  );
}

/** `payments* uses platform*: 68 dependencies, 12 of them on next run.` */
export function pairInWords(consumer: string, producer: string, { count, nextRun }: Uses): string {
  const next = nextRun > 0 ? `, ${formatCount(nextRun)} of them ${CLOCK_WORDS.next_run.label}` : "";
  return `${consumer} uses ${producer}: ${countOf(count, "dependency", "dependencies")}${next}.`;
}

/** Up to so many columns have room for names and fill the window. */
const FEW_COLUMNS = 8;

/** Up to so many rows are higher. */
const FEW_ROWS = 12;

/** Stays in sight, or makes room for the columns. Columns that are cut fade out before it. */
const totalLook =
  "max-md:hidden sticky right-0 z-10 bg-sunken px-2 text-right shadow-[2rem_0_0_0_var(--color-sunken)] in-data-cut:before:pointer-events-none in-data-cut:before:absolute in-data-cut:before:inset-y-0 in-data-cut:before:right-full in-data-cut:before:w-8 in-data-cut:before:bg-linear-to-l in-data-cut:before:from-sunken";

interface CellsProps extends ClusterMatrixTableProps {
  onSay: (words: string) => void;
}

/** Not rendered again for each cell that is pointed at. */
const Cells = memo(function Cells({ matrix, onOpen, onSay }: CellsProps) {
  const { clusters, columns: producers } = matrix;
  const isWide = producers.length <= FEW_COLUMNS;
  const rowHeight = isWide && clusters.length <= FEW_ROWS ? "h-10" : "h-7";
  const headLook = cx("text-muted font-medium", isWide ? "h-7 align-bottom leading-7" : "align-bottom");
  return (
    <table
      className={cx(
        "shrink-0 border-separate border-spacing-0.5",
        isWide ? "w-full max-w-300 text-12 md:text-13" : "w-fit text-12",
      )}
      onPointerLeave={() => onSay("")}
    >
      <caption className="sr-only">Dependencies between clusters</caption>
      <thead>
        <tr>
          <th scope="col" className={cx("sticky left-0 z-10 bg-sunken text-left", headLook)}>
            <span className="flex justify-between gap-3 px-1">
              <span>Cluster</span>
              <span>Repositories</span>
            </span>
          </th>
          <th scope="col" className={cx("px-1 text-right lg:px-2", headLook)}>
            Within
          </th>
          {producers.map((cluster) => (
            <th
              key={cluster.key}
              scope="col"
              data-column
              className={cx(
                "p-0 align-bottom font-normal",
                isWide ? "min-w-15 lg:min-w-24" : "h-32 min-w-11",
              )}
            >
              <ClusterButton cluster={cluster} inHead={isWide ? "level" : "upright"} onOpen={onOpen} />
            </th>
          ))}
          <th scope="col" className={cx(totalLook, headLook)}>
            Uses of others
          </th>
        </tr>
      </thead>
      <tbody>
        {clusters.map((row) => (
          <tr key={row.key}>
            <th scope="row" className="sticky left-0 z-10 bg-sunken p-0 text-left font-normal">
              <ClusterButton cluster={row} onOpen={onOpen} />
            </th>
            <td
              style={{ backgroundColor: shadeOf(usesBetween(matrix, row.key, row.key), matrix) }}
              className="rounded-sm px-1 text-right lg:px-2"
            >
              <Count uses={usesBetween(matrix, row.key, row.key)} isAligned={isWide} />
            </td>
            {producers.map((column) => {
              if (row === column) return <td key={column.key} className="rounded-sm bg-hover" />;
              const uses = usesBetween(matrix, row.key, column.key);
              const say = (): void =>
                onSay(uses.count === 0 ? "" : pairInWords(row.title, column.title, uses));
              return (
                <td
                  key={column.key}
                  onPointerEnter={say}
                  style={{ backgroundColor: shadeOf(uses, matrix) }}
                  className={cx("rounded-sm p-0 text-right", rowHeight)}
                >
                  {uses.count > 0 && (
                    // Tab skips it: the button of its row does the same.
                    <button
                      type="button"
                      tabIndex={-1}
                      onClick={() => onOpen(row.key)}
                      className="flex size-full items-center justify-end rounded-sm px-1 lg:px-2 hover:outline-2 hover:-outline-offset-2 hover:outline-accent"
                    >
                      <span className="sr-only">{pairInWords(row.title, column.title, uses)}</span>
                      <span aria-hidden>
                        <Count uses={uses} isAligned={isWide && column.used.nextRun > 0} />
                      </span>
                    </button>
                  )}
                </td>
              );
            })}
            <td className={cx(totalLook, "font-medium")}>
              <Count uses={row.using} isAligned={isWide && clusters.some(({ using }) => using.nextRun > 0)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="sticky left-0 z-10 bg-sunken p-1 text-left font-medium text-muted">
            Used by others
          </th>
          <td />
          {producers.map(({ key, used }) => (
            <td key={key} className="px-1 text-right font-medium lg:px-2">
              <Count uses={used} isAligned={isWide && used.nextRun > 0} />
            </td>
          ))}
          <td className={totalLook} />
        </tr>
      </tfoot>
    </table>
  );
});

/** Shares of red, in percent. The dark theme has a darker red, of which more is legible under red text. */
const SHADES = {
  light: { color: "var(--color-danger)", least: 3, most: 22 },
  dark: { color: "var(--color-danger-solid)", least: 8, most: 46 },
};

/** In proportion to the dependencies on the next run. Text stays legible on it. */
const shadeOf = ({ count, nextRun }: Uses, { mostNextRun }: ClusterMatrix): string => {
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
}

/** The number of dependencies and, in red, of those on the next run. */
const Count = ({ uses: { count, nextRun }, isAligned = false }: CountProps) =>
  count === 0 ? null : (
    <span className="tabular inline-flex items-center gap-0.5 md:gap-1">
      {formatCount(count)}
      {nextRun > 0 ? (
        <span
          className={cx("inline-flex items-center text-danger", isAligned && "lg:min-w-10 lg:justify-end")}
        >
          <Zap aria-hidden className="size-3" />
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
  /** In the head of a column, which Tab skips: its row does the same. Upright if columns are narrower than names. */
  inHead?: "level" | "upright";
  onOpen: (cluster: string) => void;
}

const ClusterButton = ({ cluster, inHead, onOpen }: ClusterButtonProps) => (
  <button
    type="button"
    data-cluster={inHead ? undefined : cluster.key}
    tabIndex={inHead ? -1 : 0}
    title={countOf(cluster.repositories, "repository", "repositories")}
    onClick={() => onOpen(cluster.key)}
    className={cx(
      "flex items-center gap-2 rounded-sm text-12 hover:bg-hover",
      // Parts of names, in contrast to names of ecosystems.
      cluster.title.endsWith("*") && "font-mono",
      inHead === "upright" && "mx-auto max-h-32 rotate-180 justify-start py-1 [writing-mode:vertical-rl]",
      inHead === "level" && "ml-auto min-h-7 justify-end px-0.5 text-right lg:pr-2",
      !inHead && "min-h-7 w-full max-w-64 justify-between px-1 text-left -outline-offset-2",
    )}
  >
    <span className={cx("flex min-w-0 items-center gap-1.5", inHead === "upright" && "max-h-full")}>
      {cluster.ecosystem && (
        <EcosystemIcon
          ecosystem={cluster.ecosystem}
          className={cx(
            "size-3.5",
            inHead === "upright" && "rotate-90",
            // The names need the room.
            inHead === "level" && "max-lg:hidden",
            !inHead && "max-md:hidden",
          )}
        />
      )}
      {/* On tablets, names of several words take two lines. */}
      <span className={cx("truncate", inHead !== "upright" && "max-md:whitespace-normal")}>
        {cluster.title}
      </span>
    </span>
    {!inHead && (
      <span className="tabular shrink-0 font-sans text-muted">{formatCount(cluster.repositories)}</span>
    )}
  </button>
);
