import { type RefObject, useMemo } from "react";
import type { GraphView, ViewNode } from "./graph-view.ts";
import type { GraphCanvasHandle } from "./layered-canvas.tsx";
import { distinctName, sharedNames } from "./card-text.ts";
import { nextRunLabel } from "./condition.ts";
import { LEADING, mostOnNextRun, mostUsed } from "./leading.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";
import { RISKIEST } from "../overview/riskiest.tsx";

interface OrganizationSummaryProps {
  /** Undefined while it loads: its place stays free. */
  view: GraphView | undefined;
  /** The repository whose lines are drawn, or that is selected. */
  selected: string | undefined;
  onSelect: (id: string) => void;
  canvas: RefObject<GraphCanvasHandle | null>;
}

const NONE: readonly ViewNode[] = [];

/** The repositories that carry an organization: those with the most dependents, and as in other lists those that are riskiest to change. */
export function OrganizationSummary({ view, ...others }: OrganizationSummaryProps) {
  const nodes = view?.nodes ?? NONE;
  const label = useMemo(() => nextRunLabel(view?.edges ?? []), [view]);
  const [used, fast, shared] = useMemo(
    () => [mostUsed(nodes).slice(0, LEADING), mostOnNextRun(nodes).slice(0, LEADING), sharedNames(nodes)],
    [nodes],
  );
  if (view && used.length === 0) return null;
  return (
    <div className="flex min-h-[4.3125rem] items-center gap-x-6 overflow-hidden border-b px-4 py-1.5 text-13 max-md:flex-col max-md:items-start md:min-h-[2.5625rem]">
      {used.length > 0 && (
        <Leading
          isPartial={nodes.some(({ archived, fanIn }) => archived && fanIn > (used.at(-1)?.fanIn ?? 0))}
          all={nodes.length}
          nodes={used}
          shared={shared}
          countOf={({ fanIn }) => fanIn}
          {...others}
        />
      )}
      {fast.length > 0 && (
        <Leading
          fast={label}
          all={nodes.length}
          nodes={fast}
          shared={shared}
          countOf={({ nextRun }) => nextRun}
          {...others}
        />
      )}
    </div>
  );
}

/** Shorter names do not lose their middle. */
const WHOLE_NAME = 8;

interface LeadingProps extends Pick<OrganizationSummaryProps, "selected" | "onSelect" | "canvas"> {
  /** When these dependents get a change, if not all are counted. */
  fast?: string;
  /** Archived repositories would be in it. */
  isPartial?: boolean;
  all: number;
  nodes: readonly ViewNode[];
  /** Names that repositories of several organizations have. */
  shared: ReadonlySet<string>;
  countOf: (node: ViewNode) => number;
}

const FAST = CLOCK_LOOKS.next_run;

/** A row of repositories with their numbers of dependents, which shows one of them on a click. */
function Leading({
  fast,
  isPartial = false,
  all,
  nodes,
  shared,
  countOf: count,
  selected,
  onSelect,
  canvas,
}: LeadingProps) {
  const isFast = fast !== undefined;
  return (
    <div className="flex max-w-full min-w-0 items-center gap-1">
      <h2
        title={isFast ? RISKIEST : "Direct dependents. Archived repositories are not listed."}
        className={cx("mr-1 flex shrink-0 items-center gap-1 font-medium", isFast && FAST.text)}
      >
        {isFast && <FAST.icon aria-hidden className="size-3.5" />}
        {isFast ? sentenceCase(fast) : `Most used${isPartial ? ", active" : ""}`}
      </h2>
      <ol
        // What does not fit as a whole is out of sight.
        className="flex min-w-0 items-center sm:h-7 sm:flex-wrap sm:overflow-hidden max-sm:overflow-x-auto max-sm:pr-8 max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)] max-sm:[scrollbar-width:none]"
      >
        {nodes.map((node, at) => (
          <li key={node.id} className={cx("max-w-full shrink-0", at > 2 && "sm:max-lg:hidden")}>
            <button
              type="button"
              aria-pressed={node.id === selected}
              title={`${node.fullPath}: ${countOf(count(node), "dependent", "dependents")} of ${formatCount(all)} repositories${isFast ? `, ${fast}` : ""}`}
              onClick={() => {
                onSelect(node.id);
                canvas.current?.show(node.id);
              }}
              onPointerEnter={() => canvas.current?.point(node.id)}
              onPointerLeave={() => canvas.current?.point(undefined)}
              className={cx(
                "flex h-7 max-w-full items-center gap-1.5 rounded-sm px-1.5 -outline-offset-2 hover:bg-hover",
                node.id === selected && "bg-accent-soft",
              )}
            >
              <TruncatedName text={distinctName(node, shared)} small whole={WHOLE_NAME} />
              <span className={cx("tabular text-12", isFast ? FAST.text : "text-muted")}>
                {formatCount(count(node))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
