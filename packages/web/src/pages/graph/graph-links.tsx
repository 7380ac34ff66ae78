import { Popover } from "@base-ui/react/popover";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Repeat } from "lucide-react";
import { useMemo } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { Help } from "../../components/help.tsx";
import { cx } from "../../components/dom.ts";
import { RepositoryName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";
import { beyondInWords, sumOf } from "./column-titles.ts";
import { MAX_DEPTH } from "./graph-search.ts";
import { type AtHops, drawnNodes, type Layers } from "./layers.ts";

const route = getRouteApi("/w/$slug/graph");

const LOOK = "shrink-0 text-12 font-normal whitespace-nowrap text-accent hover:underline";

/** Leads to the impact of the root. On a phone, the heading beside it may leave room for one word. */
export function ImpactLink({ id, isShort = false }: { id: string; isShort?: boolean }) {
  const { slug } = useWorkspace().workspace;
  return (
    <Link to="/w/$slug/impact" params={{ slug }} search={{ repository_id: id }} className={LOOK}>
      <span className={cx(isShort && "max-sm:hidden")}>View impact</span>
      {isShort && <span className="sm:hidden">Impact</span>}
    </Link>
  );
}

/** Leads to the list of direct dependents that get a change of the root then, with the version of each. */
export function ListLink({ id, clock }: { id: string; clock: Clock }) {
  const { slug } = useWorkspace().workspace;
  const { through, min_confidence } = route.useSearch();
  const search = { repository_id: id, max_depth: 1, clock, through, min_confidence };
  return (
    <Link
      to="/w/$slug/impact"
      params={{ slug }}
      search={search}
      aria-label={`View list, ${CLOCK_WORDS[clock].label}`}
      className={cx(LOOK, "pointer-events-auto ml-auto")}
    >
      View list
    </Link>
  );
}

/** The number of repositories on both sides of the root, which opens their names. Nothing if there are none. */
export function CycleLink({ layers }: { layers: Layers }) {
  const { inCycle } = layers;
  const nodes = useMemo(
    () => [
      ...new Map(
        drawnNodes(layers).flatMap((node) => (inCycle?.has(node.id) ? [[node.id, node] as const] : [])),
      ).values(),
    ],
    [layers, inCycle],
  );
  const { slug } = useWorkspace().workspace;
  if (nodes.length === 0) return null;
  return (
    <Popover.Root>
      <Popover.Trigger className={LOOK}>
        <Repeat aria-hidden className="mr-1 inline size-3 align-[-1px]" />
        {formatCount(nodes.length)} in a cycle
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" sideOffset={6} className="z-50">
          <Popover.Popup className="flex max-h-80 max-w-80 flex-col overflow-y-auto rounded-md border bg-raised p-3 text-13">
            <Popover.Title className="mb-1 font-semibold">In a dependency cycle with the root</Popover.Title>
            <Popover.Description className="mb-2 text-muted">
              They depend on the root, and the root on them. A change may end before it comes back.
            </Popover.Description>
            <ul className="flex flex-col gap-1">
              {nodes.map(({ id, fullPath }) => (
                <li key={id} className="flex min-w-0">
                  <Link
                    to="/w/$slug/repositories/$repositoryId"
                    params={{ slug, repositoryId: id }}
                    className="flex min-w-0 hover:text-accent hover:underline"
                  >
                    <RepositoryName path={fullPath} small />
                  </Link>
                </li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ShowBeyondProps {
  beyond: readonly AtHops[];
  /** Whether there is little room: `+9 beyond`. */
  isBrief?: boolean;
  /** Whether it is beside numbers of dependents: `Show 9 more dependencies`. */
  saysDependencies?: boolean;
}

/** Says what is beyond the hops that are drawn, `Show 9 more: 8 at 2 hops, 1 at 3`, and draws it. */
export function ShowBeyond({ beyond, isBrief = false, saysDependencies = false }: ShowBeyondProps) {
  const navigate = route.useNavigate();
  const depth = Math.min(MAX_DEPTH, beyond.at(-1)?.hops ?? 1);
  const all = formatCount(sumOf(beyond));
  const inWords = saysDependencies ? `Show ${all} more dependencies` : beyondInWords(beyond);
  return (
    <button
      type="button"
      onClick={() => void navigate({ search: (current) => ({ ...current, depth }) })}
      title={beyondInWords(beyond)}
      className={LOOK}
    >
      {isBrief ? `+${all} beyond` : inWords}
    </button>
  );
}

interface BeyondProps {
  beyond: readonly AtHops[];
  /** The farthest hops that are drawn. */
  hops: number;
  /** Beside numbers of dependencies. */
  saysDependents?: boolean;
}

/** What follows the hops that are drawn, or that nothing does. */
export const Beyond = ({ beyond, hops, saysDependents = false }: BeyondProps) =>
  beyond.length > 0 ? (
    <ShowBeyond beyond={beyond} />
  ) : (
    <span className="flex items-center gap-0.5 whitespace-nowrap">
      {saysDependents ? "No dependents" : "None"} beyond {countOf(hops, "hop", "hops")}
      <Help of="end" />
    </span>
  );
