import { Zap } from "lucide-react";
import { distinctName } from "./card-text.ts";
import { ImpactLink } from "./graph-links.tsx";
import type { GraphView } from "./graph-view.ts";
import { riskiestOf } from "./leading.ts";
import { countArchivedUsers } from "./lines-of.tsx";
import { nextRunInBrief } from "../../components/badges.tsx";
import { countOf, formatCount } from "../../format/format.ts";

/** `Riskiest: security-2, 340 dependents, ⚡99, 39 archived`, with its impact. Nothing if none has dependents on the next run. */
export function RiskiestRepository({ view: { nodes, edges } }: { view: Pick<GraphView, "nodes" | "edges"> }) {
  const node = riskiestOf(nodes);
  if (node === undefined || node.nextRun === 0) return null;
  const archived = countArchivedUsers({ nodes, edges }, node.id);
  return (
    <span className="tabular">
      Riskiest: <span className="font-mono text-12 text-text">{distinctName(node)}</span>,{" "}
      {countOf(node.fanIn, "dependent", "dependents")},{" "}
      <span className="whitespace-nowrap text-danger">
        <Zap aria-hidden className="mr-0.5 inline size-3 align-[-1.5px]" />
        {nextRunInBrief(node.nextRun, node.nextRunMay)}
      </span>
      {archived > 0 && `, ${formatCount(archived)} archived`} <ImpactLink id={node.id} />
    </span>
  );
}
