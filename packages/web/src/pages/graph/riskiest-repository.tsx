import { Zap } from "lucide-react";
import { useMemo } from "react";
import { distinctName } from "./card-text.ts";
import { ImpactLink } from "./graph-links.tsx";
import type { GraphView } from "./graph-view.ts";
import {
  dependentsIn,
  linkedInWords,
  ownersInWords,
  ownUses,
  reachedNextRun,
  riskiestOf,
} from "./leading.ts";
import { countArchivedUsers, NamesOfTimes } from "./lines-of.tsx";
import { namesInLines } from "./names-in-lines.ts";
import { LEAST_LIST } from "./sizes.ts";
import { nextRunInBrief } from "../../components/badges.tsx";
import { countOf, formatCount } from "../../format/format.ts";

interface RiskiestRepositoryProps {
  view: Pick<GraphView, "nodes" | "edges">;
  /** Whether repositories on the next run are named, too, where no lines show them. */
  hasNames?: boolean;
}

/** Of names on a phone. */
const LINES = 8;

/** The riskiest repository, how many of its dependents are archived, and owners and names of the others. Undefined if it has none on the next run. */
function findRiskiest({ nodes, edges }: RiskiestRepositoryProps["view"]) {
  const node = riskiestOf(nodes);
  if (node === undefined || node.nextRun === 0) return undefined;
  const own = ownUses({ nodes, edges }, node.id);
  const reached = reachedNextRun(own, node.id);
  return {
    node,
    archived: countArchivedUsers(own, node.id),
    owners: ownersInWords(reached, dependentsIn(own, node.id)),
    linked: namesInLines(linkedInWords(own, node.id), { width: LEAST_LIST, before: 0, most: LINES }),
  };
}

/** `Riskiest: security-2, 340 direct dependents, ⚡99, 39 archived`, with its impact. Nothing if none has dependents on the next run. */
export function RiskiestRepository({ view, hasNames = false }: RiskiestRepositoryProps) {
  const found = useMemo(() => findRiskiest(view), [view]);
  if (found === undefined) return null;
  const { node, archived, owners, linked } = found;
  return (
    <span className="tabular basis-full">
      Riskiest: <span className="font-mono text-12 text-text">{distinctName(node)}</span>,{" "}
      {countOf(node.fanIn, "direct dependent", "direct dependents")},{" "}
      <span className="whitespace-nowrap text-danger">
        <Zap aria-hidden className="mr-0.5 inline size-3 align-[-1.5px]" />
        {nextRunInBrief(node.nextRun, node.nextRunMay)}
      </span>
      {owners !== "" && ` (${owners})`}
      {archived > 0 && `, ${formatCount(archived)} archived`} <ImpactLink id={node.id} />
      {hasNames && (
        <span className="block">
          <NamesOfTimes {...linked} />
        </span>
      )}
    </span>
  );
}
