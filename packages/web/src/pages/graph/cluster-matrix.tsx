import { Zap } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { ClusterButton, Count, shadeOf } from "./matrix-cells.tsx";
import {
  type ClusterMatrix,
  FEW_CLUSTERS,
  type MatrixCluster,
  sumOfUses,
  type Uses,
  usesBetween,
  usesOfOmitted,
} from "./matrix.ts";
import { cx, watchScroll } from "../../components/dom.ts";
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

function HowToRead({ matrix: { clusters, columns, omitted }, hidden }: HowToReadProps) {
  const named = columns.filter(({ isRest }) => !isRest).length;
  const isAll = columns.length === clusters.length;
  const which = `the ${countOf(named, "cluster", "clusters")} that others use${omitted > 0 ? " most" : ""}${named < columns.length ? ", and the remainder" : ""}`;
  return (
    <>
      Each row uses the columns{!isAll && `: ${which}`}. Cells count dependencies and{" "}
      <span className="inline-flex items-center gap-1 text-danger">
        <Zap aria-hidden className="size-3" />
        those on next run
      </span>
      , which color them.{" "}
      {hidden > 0 && (
        <span className="font-medium text-text">
          {countOf(hidden, "more column is", "more columns are")} on the right.{" "}
        </span>
      )}
      Click a name to open it.
    </>
  );
}

/** `payments* uses platform*: 68 dependencies, 12 of them on next run.` */
export function pairInWords(consumer: string, producer: string, { count, nextRun }: Uses): string {
  const next = nextRun > 0 ? `, ${formatCount(nextRun)} of them ${CLOCK_WORDS.next_run.label}` : "";
  return `${consumer} uses ${producer}: ${countOf(count, "dependency", "dependencies")}${next}.`;
}

/** `Other owners use each other: 59 dependencies, 8 of them on next run.` */
const partsInWords = (remainder: string, uses: Uses): string =>
  pairInWords(remainder, "each other", uses).replace(" uses ", " use ");

/** Up to so many rows are higher. */
const FEW_ROWS = 12;

/** Stays in sight. Columns that are cut fade out before it. */
const totalLook =
  "sticky right-0 z-10 bg-sunken px-1 text-right lg:px-2 shadow-[2rem_0_0_0_var(--color-sunken)] in-data-cut:before:pointer-events-none in-data-cut:before:absolute in-data-cut:before:inset-y-0 in-data-cut:before:right-full in-data-cut:before:w-8 in-data-cut:before:bg-linear-to-l in-data-cut:before:from-sunken";

/** Columns with names of the same organization leave it out: `@acme/`. */
function sharedPrefix(clusters: readonly MatrixCluster[]): string {
  const prefixes = new Set(
    clusters.filter(({ isRest }) => !isRest).map(({ title }) => /^@[^/]+\//u.exec(title)?.[0] ?? ""),
  );
  const [only = "", ...others] = prefixes;
  return others.length === 0 ? only : "";
}

interface CellsProps extends ClusterMatrixTableProps {
  onSay: (words: string) => void;
}

/** Not rendered again for each cell that is pointed at. */
const Cells = memo(function Cells({ matrix, onOpen, onSay }: CellsProps) {
  const { clusters, columns: producers, omitted } = matrix;
  const isWide = producers.length <= FEW_CLUSTERS;
  const rowHeight = isWide && clusters.length <= FEW_ROWS ? "h-10" : "h-7";
  const headLook = "px-1 py-1 align-bottom text-12 text-muted font-medium leading-4 lg:px-2";
  const prefix = sharedPrefix(clusters);
  const nameOf = ({ title }: MatrixCluster): string =>
    title.startsWith(prefix) ? title.slice(prefix.length) : title;
  const rests = clusters.map((row) => usesOfOmitted(matrix, row));
  const rest = sumOfUses(rests);
  const total = sumOfUses(clusters.map(({ using }) => using));
  const isAligned = (uses: Uses): boolean => isWide && uses.nextRun > 0;
  return (
    <table
      className={cx(
        "shrink-0 border-separate border-spacing-0.5",
        isWide ? "w-full max-w-300 table-fixed text-12 md:text-13" : "w-fit text-12",
      )}
      onPointerLeave={() => onSay("")}
    >
      <caption className="sr-only">Dependencies between clusters</caption>
      <thead>
        <tr>
          <th
            scope="col"
            className={cx(
              "sticky left-0 z-10 bg-sunken text-left",
              isWide && "w-27 lg:w-52",
              headLook,
              "px-1!",
            )}
          >
            <span className="flex justify-between gap-3">
              <span>Cluster</span>
              <span className={cx(isWide && "max-lg:hidden")}>Repositories</span>
            </span>
          </th>
          <th scope="col" className={cx("text-right", headLook)}>
            Within
          </th>
          {producers.map((cluster) => (
            <th
              key={cluster.key}
              scope="col"
              data-column
              className={cx("p-0 align-bottom font-normal", !isWide && "h-32 min-w-11")}
            >
              <ClusterButton
                cluster={cluster}
                name={nameOf(cluster)}
                inHead={isWide ? "level" : "upright"}
                onOpen={onOpen}
              />
            </th>
          ))}
          {omitted > 0 && (
            <th
              scope="col"
              title="Clusters that others hardly use, which have no column"
              className={cx("text-right", headLook)}
            >
              {formatCount(omitted)} more
            </th>
          )}
          <th scope="col" className={cx(totalLook, headLook, isWide && "max-lg:w-20")}>
            Uses of others
          </th>
        </tr>
      </thead>
      <tbody>
        {clusters.map((row, at) => (
          <tr key={row.key}>
            <th scope="row" className="sticky left-0 z-10 bg-sunken p-0 text-left font-normal">
              <ClusterButton cluster={row} name={nameOf(row)} isTight={isWide} onOpen={onOpen} />
            </th>
            <td
              style={{ backgroundColor: shadeOf(row.within, matrix) }}
              className="rounded-sm px-0.5 text-right lg:px-2"
            >
              <Count uses={row.within} isAligned={isWide} />
            </td>
            {producers.map((column) => {
              const uses = usesBetween(matrix, row.key, column.key);
              if (row === column && !row.isRest)
                return <td key={column.key} className="rounded-sm bg-hover" />;
              const words =
                row === column ? partsInWords(row.title, uses) : pairInWords(row.title, column.title, uses);
              return (
                <td
                  key={column.key}
                  onPointerEnter={() => onSay(uses.count === 0 ? "" : words)}
                  style={{ backgroundColor: shadeOf(uses, matrix) }}
                  className={cx("rounded-sm p-0 text-right", rowHeight)}
                >
                  {uses.count > 0 && (
                    // Tab skips it: the button of its row does the same.
                    <button
                      type="button"
                      tabIndex={-1}
                      onClick={() => onOpen(row.key)}
                      className="flex size-full items-center justify-end rounded-sm px-0.5 lg:px-2 hover:outline-2 hover:-outline-offset-2 hover:outline-accent"
                    >
                      <span className="sr-only">{words}</span>
                      <span aria-hidden>
                        <Count uses={uses} isAligned={isAligned(column.used)} />
                      </span>
                    </button>
                  )}
                </td>
              );
            })}
            {omitted > 0 && (
              <td className="px-1 text-right lg:px-2">
                <Count uses={rests[at] ?? rest} isAligned={isAligned(rest)} />
              </td>
            )}
            <td className={cx(totalLook, "font-medium")}>
              <Count uses={row.using} isAligned={isAligned(total)} />
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
              <Count uses={used} isAligned={isAligned(used)} isSum />
            </td>
          ))}
          {omitted > 0 && (
            <td className="px-1 text-right font-medium lg:px-2">
              <Count uses={rest} isAligned={isAligned(rest)} isSum />
            </td>
          )}
          <td className={cx(totalLook, "font-medium")}>
            <Count uses={total} isAligned={isAligned(total)} isSum />
          </td>
        </tr>
      </tfoot>
    </table>
  );
});
