import { Zap } from "lucide-react";
import { distinctName, namesIn } from "./card-text.ts";
import { ImpactLink } from "./graph-links.tsx";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { riskiestOf } from "./leading.ts";
import { countArchivedUsers } from "./lines-of.tsx";
import { LEAST_LIST } from "./sizes.ts";
import { nextRunInBrief } from "../../components/badges.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { textWidth } from "../../format/text-width.ts";
import { CLOCK_WORDS, sentenceCase } from "../../format/words.ts";

interface RiskiestRepositoryProps {
  view: Pick<GraphView, "nodes" | "edges">;
  /** Whether those on the next run are named, as no lines show them. */
  hasNames?: boolean;
}

/** The dependents that get a change of it on their next run, the most used first. */
function reachedNextRun({ nodes, edges }: RiskiestRepositoryProps["view"], id: string): ViewNode[] {
  const soon = new Set(
    edges.flatMap(({ source, target, clock }) => (target === id && clock === "next_run" ? source : [])),
  );
  return nodes
    .filter((node) => soon.has(node.id) && !node.archived)
    .toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1));
}

/** `Riskiest: security-2, 340 dependents, ⚡99, 39 archived`, with its impact. Nothing if none has dependents on the next run. */
export function RiskiestRepository({ view: { nodes, edges }, hasNames = false }: RiskiestRepositoryProps) {
  const node = riskiestOf(nodes);
  if (node === undefined || node.nextRun === 0) return null;
  const archived = countArchivedUsers({ nodes, edges }, node.id);
  const reached = hasNames ? reachedNextRun({ nodes, edges }, node.id) : [];
  const start = `${sentenceCase(CLOCK_WORDS.next_run.label)}:`;
  const names = namesIn(reached, LEAST_LIST - textWidth(`${start} `));
  return (
    <span className="tabular">
      Riskiest: <span className="font-mono text-12 text-text">{distinctName(node)}</span>,{" "}
      {countOf(node.fanIn, "dependent", "dependents")},{" "}
      <span className="whitespace-nowrap text-danger">
        <Zap aria-hidden className="mr-0.5 inline size-3 align-[-1.5px]" />
        {nextRunInBrief(node.nextRun, node.nextRunMay)}
      </span>
      {archived > 0 && `, ${formatCount(archived)} archived`} <ImpactLink id={node.id} />
      {names !== "" && (
        <span className="block">
          {start} {names}
        </span>
      )}
    </span>
  );
}
