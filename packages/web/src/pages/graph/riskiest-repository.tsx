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
import { CLOCK_WORDS, ownerWithin, sentenceCase } from "../../format/words.ts";

interface RiskiestRepositoryProps {
  view: Pick<GraphView, "nodes" | "edges">;
  /** What to name of those on the next run, where no lines show them. */
  names?: "repositories" | "owners";
}

function dependentsIn({ nodes, edges }: RiskiestRepositoryProps["view"], id: string): ViewNode[] {
  const users = new Set(edges.flatMap(({ source, target }) => (target === id ? source : [])));
  return nodes.filter((node) => users.has(node.id));
}

/** The dependents that get a change of it on their next run, the most used first. */
function reachedNextRun(view: RiskiestRepositoryProps["view"], id: string): ViewNode[] {
  const soon = new Set(
    view.edges.flatMap(({ source, target, clock }) => (target === id && clock === "next_run" ? source : [])),
  );
  return dependentsIn(view, id)
    .filter((node) => soon.has(node.id) && !node.archived)
    .toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1));
}

/** The owners with most of these: more are a number. */
const NAMED_OWNERS = 3;

/** `platform 9, support 7, checkout 7 and 26 others`: a repository counts for each of its owners. Of equals those of more dependents are first, as in an impact. Empty if no owner is known. */
function ownersIn(nodes: readonly ViewNode[], dependents: readonly ViewNode[]): string {
  const countsOf = (some: readonly ViewNode[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { lineOwner, fullPath } of some)
      for (const name of lineOwner?.names ?? [])
        counts.set(ownerWithin([name], fullPath), (counts.get(ownerWithin([name], fullPath)) ?? 0) + 1);
    return counts;
  };
  const all = countsOf(dependents);
  const owners = [...countsOf(nodes)].toSorted(
    ([one, a], [other, b]) => b - a || (all.get(other) ?? 0) - (all.get(one) ?? 0) || (one < other ? -1 : 1),
  );
  const more = owners.length - NAMED_OWNERS;
  const named = owners.slice(0, NAMED_OWNERS).map(([owner, count]) => `${owner} ${formatCount(count)}`);
  return named.join(", ") + (more > 0 ? ` and ${countOf(more, "other", "others")}` : "");
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
      ? ownersIn(reached, dependentsIn({ nodes, edges }, node.id))
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
