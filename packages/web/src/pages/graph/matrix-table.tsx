import { memo } from "react";
import {
  ClusterButton,
  Count,
  roomForNextRun,
  roomForUses,
  shadeOf,
  widthOfColumn,
} from "./matrix-cells.tsx";
import { SortHead } from "./matrix-heads.tsx";
import { moveFocus } from "./matrix-keys.ts";
import { BY_NAME, BY_SIZE, BY_TOTAL, BY_WITHIN, inOrder, orderOf } from "./matrix-order.ts";
import { namesOf, othersInWords, pairInWords, type Producer, producersOf } from "./matrix-names.ts";
import {
  type ClusterMatrix,
  FEW_CLUSTERS,
  type MatrixCluster,
  OTHERS,
  sumOfUses,
  type Uses,
} from "./matrix.ts";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";

export interface MatrixTableProps {
  matrix: ClusterMatrix;
  /** What a row is: `Owner`. */
  kind: string;
  /** One and several of them: `owner`, `owners`. */
  kinds: readonly [one: string, many: string];
  /** The order of the rows, as in the URL. */
  order: string | undefined;
  onOrder: (order: string) => void;
  onOpen: (cluster: string) => void;
  /** Lists the dependencies of one cluster on another, or on `OTHERS`. */
  onList: (consumer: string, producer: string) => void;
}

/** Where rows are high, tablets have no two numbers beside each other in more columns. */
const COLUMNS_OF_TABLET = 5;

/** Up to so many rows are higher, and leave room below them. */
export const FEW_ROWS = 12;

/** How often the clusters in the rows use those in the columns. Not rendered again when something else on the page changes. */
export const MatrixTable = memo(function MatrixTable(props: MatrixTableProps) {
  const { matrix, kind, kinds, onOrder, onOpen, onList } = props;
  const { clusters } = matrix;
  const order = orderOf(matrix, props.order);
  const nameOf = namesOf(clusters);
  const producers = producersOf(matrix, nameOf);
  const isWide = producers.length <= FEW_CLUSTERS;
  const isFew = clusters.length <= FEW_ROWS;
  const isHeadStacked = producers.length > COLUMNS_OF_TABLET;
  const hasBoth = producers.some(({ total: { nextRun, may } }) => may > 0 && may < nextRun);
  const isStacked = isHeadStacked && (isFew || hasBoth);
  const rowHeight = isWide && isFew ? "h-10" : "h-7";
  const total = sumOfUses(clusters.map(({ using }) => using));
  const within = sumOfUses(clusters.map((cluster) => cluster.within));
  /** For the second numbers below a sum. */
  const roomOf = (uses: Uses): number => (isWide && uses.nextRun > 0 ? roomForNextRun(uses) : 0);
  const head = { order, onOrder };
  return (
    <table
      className={cx(
        "shrink-0 border-separate border-spacing-px lg:border-spacing-x-0.5",
        isWide ? "w-full max-w-300 text-12 lg:text-13" : "w-fit text-12",
        isWide &&
          hasEqualColumns(
            producers.map((one) => one.total),
            [total, within],
          ) &&
          "lg:table-fixed",
      )}
    >
      <caption className="sr-only">Dependencies between {kinds[1]}</caption>
      <thead>
        <tr>
          <SortHead
            {...head}
            isLeft
            by={BY_NAME}
            name={kind}
            className={cx("sticky left-0 z-10 bg-sunken text-left", isWide && "lg:w-42")}
          />
          <SortHead
            {...head}
            by={BY_SIZE}
            name="Repositories"
            className={cx(isWide ? "max-md:hidden lg:w-26" : "max-lg:hidden")}
          />
          {producers.map(({ key, name, title, total: sum }) => (
            <SortHead
              {...head}
              key={key}
              by={key}
              name={name}
              title={key === OTHERS && matrix.others.length > 1 ? othersInWords(matrix, kinds) : title}
              isUpright={!isWide}
              isCluster
              isByNextRun={sum.nextRun > 0}
              className={cx(!isWide && "h-32 min-w-11")}
            />
          ))}
          <SortHead
            {...head}
            by={BY_TOTAL}
            name="Across"
            title="Dependencies on others, without those within each"
            isByNextRun={total.nextRun > 0}
            width={isWide ? widthOfColumn(total) : undefined}
            className={TOTAL}
          />
          <SortHead
            {...head}
            by={BY_WITHIN}
            name="Within"
            title="Dependencies within each, not in the total"
            width={isWide ? widthOfColumn(within) : undefined}
            className={APART}
            isByNextRun={within.nextRun > 0}
          />
        </tr>
        <tr className="font-medium">
          <th scope="row" className="sticky left-0 z-10 h-8 bg-sunken px-1 text-left font-medium">
            Total
          </th>
          <td className={cx("px-1 text-right lg:px-2", isWide ? "max-md:hidden" : "max-lg:hidden")}>
            {formatCount(clusters.reduce((sum, { repositories }) => sum + repositories, 0))}
          </td>
          {producers.map((producer) => (
            <td key={producer.key} className="px-1 text-right lg:px-2">
              <Count uses={producer.total} room={roomOf(producer.total)} isStacked={isHeadStacked} />
            </td>
          ))}
          <td className={cx(TOTAL, "pr-1 text-right lg:pr-2")}>
            <Count uses={total} room={roomOf(total)} isStacked={isHeadStacked} />
          </td>
          <td className={cx(APART, "pr-1 text-right lg:pr-2")}>
            <Count uses={within} room={roomOf(within)} isQuiet isStacked={isHeadStacked} />
          </td>
        </tr>
      </thead>
      <tbody>
        {inOrder(matrix, order).map((row) => (
          // Two lines of numbers are close to those of the next row.
          <tr key={row.key} className={cx(isStacked && "max-lg:[&>*]:border-t")}>
            <th
              scope="row"
              className={cx("sticky left-0 z-10 bg-sunken p-0 text-left font-normal", rowHeight)}
            >
              <ClusterButton cluster={row} name={nameOf(row)} onOpen={onOpen} />
            </th>
            <td
              className={cx(
                "tabular px-1 text-right text-muted lg:px-2",
                isWide ? "max-md:hidden" : "max-lg:hidden",
              )}
            >
              {formatCount(row.repositories)}
            </td>
            {producers.map((producer) => (
              <Cell
                key={producer.key}
                {...{ matrix, row, producer, onList, isStacked }}
                room={roomOf(producer.total)}
              />
            ))}
            <td className={cx(TOTAL, "pr-1 text-right font-medium lg:pr-2")}>
              <Count uses={row.using} room={roomOf(total)} isStacked={isStacked} />
            </td>
            <td className={cx(APART, "pr-1 text-right lg:pr-2")}>
              <Count uses={row.within} room={roomOf(within)} isQuiet isStacked={isStacked} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** Whether columns of equal width have room for their numbers beside the heads of the rows and the sums, in a window of 1440 px. Others are as wide as their numbers. */
function hasEqualColumns(producers: readonly Uses[], sums: readonly Uses[]): boolean {
  const widest = Math.max(0, ...producers.map(roomForUses));
  const all = producers.length * widest + sums.reduce((sum, one) => sum + roomForUses(one), 0);
  return all <= ROOM_OF_COLUMNS;
}

/** In em. */
const ROOM_OF_COLUMNS = 64;

/** Stays in sight where not all columns fit. */
const TOTAL = "sticky right-0 z-10 bg-sunken pl-2 lg:pl-3";

/** A number of one column would be read with that of the next one. */
const APART = "pl-2 lg:pl-3";

interface CellProps extends Pick<MatrixTableProps, "matrix" | "onList"> {
  row: MatrixCluster;
  producer: Producer;
  room: number;
  isStacked: boolean;
}

function Cell({ matrix, row, producer: { key, title, usesBy }, room, isStacked, onList }: CellProps) {
  const uses = usesBy(row);
  if (row.key === key)
    return (
      <td title={`${row.title} uses itself: see Within`} className="text-center text-faint">
        <span className="sr-only">See Within</span>
        <span aria-hidden>–</span>
      </td>
    );
  if (uses.count === 0)
    return (
      <td title={`${row.title} uses ${title}: no dependencies.`} className="px-1 text-right lg:px-2">
        <Count uses={uses} room={room} isStacked={isStacked} />
      </td>
    );
  const words = pairInWords(row.title, title, uses);
  // Sums of several clusters have most of everything.
  const isShaded = !row.isRest && (key !== OTHERS || matrix.others.length === 1);
  return (
    <td
      style={isShaded ? { backgroundColor: shadeOf(uses, matrix) } : {}}
      className="h-px rounded-sm p-0 text-right"
    >
      <button
        type="button"
        // Arrow keys reach it.
        tabIndex={-1}
        title={words}
        onClick={() => onList(row.key, key)}
        onKeyDown={moveFocus}
        className="flex size-full items-center justify-end rounded-sm px-1 -outline-offset-2 hover:outline-2 hover:-outline-offset-2 hover:outline-accent lg:px-2"
      >
        <span className="sr-only">{words}</span>
        <span aria-hidden>
          <Count uses={uses} room={room} isShaded={isShaded} isStacked={isStacked} />
        </span>
      </button>
    </td>
  );
}
