import { type RefObject, useMemo } from "react";
import type { GraphView, ViewNode } from "./graph-view.ts";
import type { GraphCanvasHandle } from "./layered-canvas.tsx";
import { distinctName } from "./card-text.ts";
import { nextRunOf } from "./card-figures.tsx";
import { LEADING, mostOnNextRun, mostUsed } from "./leading.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { TruncatedName } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";
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
  const [used, fast] = useMemo(
    () => [mostUsed(nodes).slice(0, LEADING), mostOnNextRun(nodes).slice(0, LEADING)],
    [nodes],
  );
  if (view && used.length === 0) return null;
  // In windows that have no room for more.
  const isLong = [...used, ...fast].reduce((sum, node) => sum + distinctName(node).length, 0) > SHORT;
  return (
    <div className="flex min-h-[4.3125rem] items-center gap-x-6 overflow-hidden border-b px-4 py-1.5 text-13 max-md:flex-col max-md:items-start md:min-h-[2.5625rem]">
      {used.length > 0 && (
        <Leading
          isLong={isLong}
          all={nodes.length}
          nodes={used}
          figureOf={({ fanIn }) => formatCount(fanIn)}
          {...others}
        />
      )}
      {fast.length > 0 && (
        <Leading
          isFast
          isLong={isLong}
          all={nodes.length}
          nodes={fast}
          figureOf={(node) => `${nextRunOf(node)} of ${formatCount(node.fanIn)}`}
          {...others}
        />
      )}
    </div>
  );
}

/** Letters of all names that fit beside each other. */
const SHORT = 70;

/** Shorter names do not lose their middle. */
const WHOLE_NAME = 8;

interface LeadingProps extends Pick<OrganizationSummaryProps, "selected" | "onSelect" | "canvas"> {
  /** Whether only those on the next run are counted. */
  isFast?: boolean;
  /** Whether the names are long. */
  isLong: boolean;
  all: number;
  nodes: readonly ViewNode[];
  figureOf: (node: ViewNode) => string;
}

const FAST = CLOCK_LOOKS.next_run;

/** A row of repositories with their numbers of dependents, which shows one of them on a click. */
function Leading({ isFast = false, isLong, all, nodes, figureOf, selected, onSelect, canvas }: LeadingProps) {
  const hasMay = isFast && nodes.some(({ nextRunMay }) => nextRunMay > 0);
  return (
    <div className="flex max-w-full min-w-0 items-center gap-1">
      <h2
        title={
          isFast
            ? RISKIEST
            : "Direct dependents, archived ones included. Archived repositories are not listed."
        }
        className={cx("mr-1 flex shrink-0 items-center gap-1 font-medium", isFast && FAST.text)}
      >
        {isFast && <FAST.icon aria-hidden className="size-3.5" />}
        {isFast ? (
          <span>
            Riskiest<span className="max-2xl:hidden">, {CLOCK_WORDS.next_run.label}</span>
            {hasMay && " (? counts half)"}
          </span>
        ) : (
          "Most dependents"
        )}
      </h2>
      <ol
        // What does not fit as a whole is out of sight.
        className="flex min-w-0 items-center sm:h-7 sm:flex-wrap sm:overflow-hidden max-sm:overflow-x-auto max-sm:pr-4 max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-0.75rem),transparent)] max-sm:[scrollbar-width:none]"
      >
        {nodes.map((node, at) => (
          <li
            key={node.id}
            className={cx(
              "shrink-0 sm:max-w-full",
              at > 2 && (isLong ? "sm:max-2xl:hidden" : "sm:max-lg:hidden"),
            )}
          >
            <button
              type="button"
              aria-pressed={node.id === selected}
              title={
                isFast
                  ? `${node.fullPath}: ${figureOf(node)} dependents ${CLOCK_WORDS.next_run.label}`
                  : `${node.fullPath}: ${figureOf(node)} of ${formatCount(all)} repositories depend on it`
              }
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
              <TruncatedName text={distinctName(node)} small whole={WHOLE_NAME} />
              <span className={cx("tabular text-12", isFast ? FAST.text : "text-muted")}>
                {figureOf(node)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
