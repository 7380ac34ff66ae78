import { Zap } from "lucide-react";
import { distinctName, namesIn } from "./card-text.ts";
import { ImpactLink } from "./graph-links.tsx";
import type { GraphView } from "./graph-view.ts";
import { dependentsIn, ownersInWords, reachedNextRun, riskiestOf } from "./leading.ts";
import { countArchivedUsers } from "./lines-of.tsx";
import { LEAST_LIST } from "./sizes.ts";
import { nextRunInBrief } from "../../components/badges.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { textWidth } from "../../format/text-width.ts";
import { CLOCK_WORDS, sentenceCase } from "../../format/words.ts";

interface RiskiestRepositoryProps {
  view: Pick<GraphView, "nodes" | "edges">;
  /** What to name of those on the next run, where no lines show them. */
  names?: "repositories" | "owners";
}

/** `Riskiest: security-2, 340 dependents, ⚡99, 39 archived`, with its impact. Nothing if none has dependents on the next run. */
export function RiskiestRepository({ view: { nodes, edges }, names }: RiskiestRepositoryProps) {
  const node = riskiestOf(nodes);
  if (node === undefined || node.nextRun === 0) return null;
  const archived = countArchivedUsers({ nodes, edges }, node.id);
  const start = `${sentenceCase(CLOCK_WORDS.next_run.label)}:`;
  const reached = names === undefined ? [] : reachedNextRun({ nodes, edges }, node.id);
  const who =
    names === "owners"
      ? ownersInWords(reached, dependentsIn({ nodes, edges }, node.id))
      : namesIn(reached, LEAST_LIST - textWidth(`${start} `));
  return (
    <span className="tabular basis-full">
      Riskiest: <span className="font-mono text-12 text-text">{distinctName(node)}</span>,{" "}
      {countOf(node.fanIn, "dependent", "dependents")},{" "}
      <span className="whitespace-nowrap text-danger">
        <Zap aria-hidden className="mr-0.5 inline size-3 align-[-1.5px]" />
        {nextRunInBrief(node.nextRun, node.nextRunMay)}
      </span>
      {names === "owners" && who !== "" && ` (${who})`}
      {archived > 0 && `, ${formatCount(archived)} archived`} <ImpactLink id={node.id} />
      {names === "repositories" && who !== "" && (
        <span className="block">
          {start} {who}
        </span>
      )}
    </span>
  );
}
