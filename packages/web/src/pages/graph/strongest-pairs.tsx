import { Zap } from "lucide-react";
import type { ReactNode } from "react";
import { ImpactLink } from "./graph-links.tsx";
import type { GraphView } from "./graph-view.ts";
import { riskiestOf } from "./leading.ts";
import { countArchivedUsers } from "./lines-of.tsx";
import { distinctName } from "./card-text.ts";
import { namesOf } from "./matrix-names.ts";
import type { MatrixTableProps } from "./matrix-table.tsx";
import { type StrongestPair, strongestPairs } from "./matrix.ts";
import { nextRunInBrief } from "../../components/badges.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

interface StrongestPairsProps extends Pick<MatrixTableProps, "matrix" | "onList"> {
  /** After the pairs. */
  children?: ReactNode;
}

/** `Most dependencies: shipping on security 81. On next run: platform on security ⚡30.` The order and the shades of a matrix say only the latter. */
export function StrongestPairs({ matrix, onList, children }: StrongestPairsProps) {
  const found = strongestPairs(matrix);
  if (!found || matrix.clusters.length < 2) return null;
  const { most, soonest } = found;
  const nameOf = namesOf(matrix.clusters);
  const pair = ({ consumer, producer, uses }: StrongestPair, isSoon: boolean) => (
    <button
      type="button"
      onClick={() => onList(consumer.key, producer.key)}
      className="rounded-sm text-text hover:underline"
    >
      {nameOf(consumer)} <span className="text-muted">on</span> {nameOf(producer)}{" "}
      {isSoon ? (
        <span className="tabular inline-flex items-center gap-0.5 text-danger">
          <Zap aria-hidden className="size-3" />
          {nextRunInBrief(uses.nextRun, uses.may)}
        </span>
      ) : (
        <span className="tabular font-medium">{formatCount(uses.count)}</span>
      )}
    </button>
  );
  return (
    <p className="flex flex-wrap gap-x-4 text-muted">
      <span>Most dependencies: {pair(most, false)}</span>
      {soonest && (
        <span>
          Most {CLOCK_WORDS.next_run.label}: {pair(soonest, true)}
        </span>
      )}
      {children}
    </p>
  );
}

/** `Riskiest: security-2, 340 dependents, ⚡99, 39 archived`, with its impact. Nothing if none has dependents on the next run. */
export function RiskiestRepository({ view }: { view: GraphView }) {
  const node = riskiestOf(view.nodes);
  if (node === undefined || node.nextRun === 0) return null;
  const archived = countArchivedUsers(view, node.id);
  return (
    <span className="tabular">
      Riskiest: <span className="font-mono text-12 text-text">{distinctName(node)}</span>,{" "}
      {countOf(node.fanIn, "dependent", "dependents")},{" "}
      <span className="inline-flex items-center gap-0.5 text-danger">
        <Zap aria-hidden className="size-3" />
        {nextRunInBrief(node.nextRun, node.nextRunMay)}
      </span>
      {archived > 0 && `, ${formatCount(archived)} archived`} <ImpactLink id={node.id} />
    </span>
  );
}
