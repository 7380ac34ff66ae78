import { Zap } from "lucide-react";
import type { ReactNode } from "react";
import { namesOf } from "./matrix-names.ts";
import type { MatrixTableProps } from "./matrix-table.tsx";
import { type StrongestPair, strongestPairs } from "./matrix.ts";
import { nextRunInBrief } from "../../components/badges.tsx";
import { formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

interface StrongestPairsProps extends Pick<MatrixTableProps, "matrix" | "kinds" | "onList"> {
  /** `security used by shipping`, as in a list of what uses each, instead of `shipping on security`. Nothing else names the unit. */
  isByProducer?: boolean;
  /** After the pairs. */
  children?: ReactNode;
}

/** `Across owners, most: shipping on security 81, on next run: platform on security ⚡30.` The order and the shades of a matrix say only the latter. */
export function StrongestPairs({
  matrix,
  kinds,
  onList,
  isByProducer = false,
  children,
}: StrongestPairsProps) {
  const found = strongestPairs(matrix);
  if (!found || matrix.clusters.length < 2) return null;
  const { most, soonest, maybe } = found;
  const nameOf = namesOf(matrix.clusters);
  const pair = ({ consumer, producer, uses }: StrongestPair, isSoon: boolean) => (
    <button
      type="button"
      onClick={() => onList(consumer.key, producer.key)}
      className="rounded-sm text-text hover:underline"
    >
      {nameOf(isByProducer ? producer : consumer)}{" "}
      <span className="text-muted">{isByProducer ? "used by" : "on"}</span>{" "}
      {nameOf(isByProducer ? consumer : producer)}{" "}
      {isSoon ? (
        <span className="tabular whitespace-nowrap text-danger">
          <Zap aria-hidden className="mr-0.5 inline size-3 align-[-1.5px]" />
          {nextRunInBrief(uses.nextRun, uses.may)}
        </span>
      ) : (
        <span className="tabular font-medium">{formatCount(uses.count)}</span>
      )}
    </button>
  );
  return (
    <p className="flex flex-wrap gap-x-4 text-muted">
      <span>
        {isByProducer ? "Dependencies across" : "Across"} {kinds[1]}, most: {pair(most, false)}
        {soonest && ";"}
      </span>
      {soonest && (
        <span>
          {CLOCK_WORDS.next_run.label}
          {maybe && ", for certain"}: {pair(soonest, true)}
          {maybe && ";"}
        </span>
      )}
      {maybe && <span>may be: {pair(maybe, true)}</span>}
      {children}
    </p>
  );
}
