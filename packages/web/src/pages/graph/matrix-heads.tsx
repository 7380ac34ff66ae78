import { ArrowDown, ArrowUp, Zap } from "lucide-react";
import type { CSSProperties } from "react";
import { type MatrixOrder, orderAfter } from "./matrix-order.ts";
import { cx } from "../../components/dom.ts";

interface SortHeadProps {
  /** The column. */
  by: string;
  name: string;
  title?: string;
  order: MatrixOrder;
  onOrder: (order: string) => void;
  /** Whether numbers on the next run come first in the order. */
  isByNextRun?: boolean;
  /** Whether it names a cluster, in contrast to a measure. */
  isCluster?: boolean;
  /** Upright if columns are narrower than names. */
  isUpright?: boolean;
  isLeft?: boolean;
  /** Of the column in wide windows, where all others are equal. */
  width?: string | undefined;
  className?: string;
}

/** The heading of a column, by which a click orders the rows. */
export function SortHead(props: SortHeadProps) {
  const { by, name, title = name, order, onOrder, className } = props;
  const { isByNextRun = false, isCluster = false, isUpright = false, isLeft = false, width } = props;
  const isOrdered = order.by === by;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-column={isCluster || undefined}
      aria-sort={isOrdered ? (order.isDescending ? "descending" : "ascending") : undefined}
      style={{ "--width": width } as CSSProperties}
      className={cx("p-0 align-bottom font-normal", width !== undefined && "lg:w-(--width)", className)}
    >
      <button
        type="button"
        title={title}
        onClick={() => onOrder(orderAfter(order, by))}
        className={cx(
          "flex items-center gap-0.5 rounded-sm text-12 leading-4 -outline-offset-2 hover:bg-hover hover:text-text",
          isOrdered ? "font-medium text-text" : !isCluster && "text-muted",
          isUpright
            ? "mx-auto max-h-32 rotate-180 justify-start py-1 [writing-mode:vertical-rl]"
            : "min-h-7 max-w-full px-1 py-1 max-md:w-min lg:px-2",
          !isUpright && (isLeft ? "px-1! text-left" : "ml-auto justify-end text-right"),
        )}
      >
        {isOrdered && !isLeft && (
          <Arrow aria-hidden className={cx("size-3 shrink-0", isUpright && "rotate-90")} />
        )}
        {isOrdered && isByNextRun && (
          <Zap aria-label="on next run" role="img" className="mr-0.5 size-3 shrink-0 text-danger" />
        )}
        {/* Names of several words take two lines. No word is broken. */}
        <span className={cx("min-w-0", isUpright ? "truncate" : "line-clamp-2")}>{name}</span>
        {isOrdered && isLeft && <Arrow aria-hidden className="size-3 shrink-0" />}
      </button>
    </th>
  );
}
