import { Zap } from "lucide-react";
import { useMemo } from "react";
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

const START = `${sentenceCase(CLOCK_WORDS.next_run.label)}:`;

/** The riskiest repository, how many of its dependents are archived, and what to name of the others. Undefined if it has none on the next run. */
function findRiskiest(
  { nodes, edges }: RiskiestRepositoryProps["view"],
  names: RiskiestRepositoryProps["names"],
) {
  const node = riskiestOf(nodes);
  if (node === undefined || node.nextRun === 0) return undefined;
  // An organization has many more.
  const own = { nodes, edges: edges.filter(({ target }) => target === node.id) };
  const reached = names === undefined ? [] : reachedNextRun(own, node.id);
  return {
    node,
    archived: countArchivedUsers(own, node.id),
    who:
      names === "owners"
        ? ownersInWords(reached, dependentsIn(own, node.id))
        : namesIn(reached, LEAST_LIST - textWidth(`${START} `)),
  };
}

/** `Riskiest: security-2, 340 direct dependents, ⚡99, 39 archived`, with its impact. Nothing if none has dependents on the next run. */
export function RiskiestRepository({ view, names }: RiskiestRepositoryProps) {
  const found = useMemo(() => findRiskiest(view, names), [view, names]);
  if (found === undefined) return null;
  const { node, archived, who } = found;
  return (
    <span className="tabular basis-full">
      Riskiest: <span className="font-mono text-12 text-text">{distinctName(node)}</span>,{" "}
      {countOf(node.fanIn, "direct dependent", "direct dependents")},{" "}
      <span className="whitespace-nowrap text-danger">
        <Zap aria-hidden className="mr-0.5 inline size-3 align-[-1.5px]" />
        {nextRunInBrief(node.nextRun, node.nextRunMay)}
      </span>
      {names === "owners" && who !== "" && ` (${who})`}
      {archived > 0 && `, ${formatCount(archived)} archived`} <ImpactLink id={node.id} />
      {names === "repositories" && who !== "" && (
        <span className="block">
          {START} {who}
        </span>
      )}
    </span>
  );
}
