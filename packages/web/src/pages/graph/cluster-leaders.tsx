import { memo } from "react";
import type { Grouping } from "./graph-search.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { wordsOf, nextRunOf } from "./card-figures.tsx";
import { distinctName } from "./card-text.ts";
import { groupNodes } from "./grouping.ts";
import { riskiestFirst } from "./leading.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { RepositoryName, TruncatedName } from "../../components/text.tsx";
import { type Ecosystem, ECOSYSTEMS } from "../../format/ecosystems.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { RISKIEST } from "../overview/riskiest.tsx";

interface ClusterLeadersProps {
  view: GraphView;
  grouping: Grouping;
  /** `ecosystem`. */
  kind: string;
  limit: number;
  /** The clusters in the order of the matrix. */
  keys: readonly string[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** Of each cluster. */
const SHOWN = 5;

/** The riskiest repositories of each cluster that has any, below a matrix of few. */
export const ClusterLeaders = memo(function ClusterLeaders(props: ClusterLeadersProps) {
  const { view, grouping, kind, limit, keys, selected, onSelect } = props;
  const clusters = groupNodes(view.nodes, grouping, limit)
    .map((group) => ({ ...group, nodes: riskiestFirst(group.nodes) }))
    .filter(({ nodes }) => nodes.length > 0)
    .toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
  if (clusters.length === 0) return null;
  return (
    <section aria-labelledby="graph-leaders" className="max-w-300 px-1 pt-6 pb-2">
      <h2 id="graph-leaders" className="text-14 font-medium">
        Riskiest repositories by {kind}
      </h2>
      <p className="text-12 text-muted">{RISKIEST} A dependent counts once, also with several versions.</p>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(15.5rem,1fr))] gap-x-4 gap-y-4">
        {clusters.map((cluster) => (
          <li key={cluster.key} className="min-w-0">
            <h3 className="flex h-7 items-center gap-1.5 text-12 font-medium">
              {grouping === "ecosystem" && cluster.key in ECOSYSTEMS && (
                <EcosystemIcon ecosystem={cluster.key as Ecosystem} className="size-3.5" />
              )}
              <span className="truncate">{cluster.title}</span>
              {/* Each row says it in words. */}
              <span
                aria-hidden
                className="ml-auto flex shrink-0 items-center gap-2 pr-2.5 font-normal text-muted"
              >
                Dependents
                <span className="flex w-16 justify-end">
                  <FAST.icon className={cx("size-3", FAST.text)} />
                </span>
              </span>
            </h3>
            <ol className="divide-y divide-line overflow-hidden rounded-md border bg-raised">
              {cluster.nodes.slice(0, SHOWN).map((node) => (
                <li key={node.id}>
                  <Leader
                    node={node}
                    name={distinctName(node)}
                    isSelected={node.id === selected}
                    onSelect={onSelect}
                  />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  );
});

interface LeaderProps extends Pick<ClusterLeadersProps, "onSelect"> {
  node: ViewNode;
  name: string;
  isSelected: boolean;
}

const FAST = CLOCK_LOOKS.next_run;

const Leader = ({ node, name, isSelected, onSelect }: LeaderProps) => (
  <button
    type="button"
    aria-pressed={isSelected}
    title={`${node.fullPath}: ${countOf(node.fanIn, "dependent", "dependents")}${node.nextRun > 0 ? `, ${wordsOf(node)}` : ""}`}
    onClick={() => onSelect(node.id)}
    className={cx(
      "flex h-8 w-full min-w-0 items-center gap-2 px-2.5 text-left text-12 -outline-offset-2 hover:bg-hover",
      isSelected && "bg-accent-soft",
    )}
  >
    <span className="flex min-w-0 grow">
      {name === node.fullPath ? <RepositoryName path={name} small /> : <TruncatedName text={name} small />}
    </span>
    <span className="tabular shrink-0">{formatCount(node.fanIn)}</span>
    <span
      className={cx(
        "tabular flex w-16 shrink-0 items-center justify-end gap-0.5 whitespace-nowrap",
        FAST.text,
      )}
    >
      {node.nextRun === 0 ? (
        <span aria-hidden className="text-faint">
          0
        </span>
      ) : (
        <>
          <FAST.icon aria-hidden className="size-3" />
          <span aria-hidden>{nextRunOf(node)}</span>
          <span className="sr-only">{wordsOf(node)}</span>
        </>
      )}
    </span>
  </button>
);
