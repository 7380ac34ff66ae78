import type { Clock } from "@knockon/contract/vocabulary/clock";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { Help } from "../../components/help.tsx";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";
import { beyondInWords, sumOf } from "./column-titles.ts";
import { MAX_DEPTH } from "./graph-search.ts";
import type { AtHops } from "./layers.ts";

const route = getRouteApi("/w/$slug/graph");

export const LOOK = "shrink-0 text-12 font-normal whitespace-nowrap text-accent hover:underline";

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

/** Leads to the list of the dependencies in so many hops, the farthest first. */
export function DependenciesLink({ hops, className }: { hops: number; className: string }) {
  const { slug } = useWorkspace().workspace;
  const current = route.useSearch();
  const sort = hops > 1 ? "-hops" : undefined;
  const search = { ...current, view: "table", direction: "dependencies", depth: hops, sort } as const;
  return (
    <Link
      to="/w/$slug/graph"
      params={{ slug }}
      search={search}
      aria-label={`View list, dependencies, ${countOf(hops, "hop", "hops")}`}
      className={cx(LOOK, className)}
    >
      View list
    </Link>
  );
}

interface ShowBeyondProps {
  beyond: readonly AtHops[];
  /** Where there is little room, `+9 at 4 hops`, or `+9 at 4`. */
  form?: "words" | "brief" | "least";
  /** Whether it is beside numbers of dependents: `Show 9 more dependencies at 4 hops`. */
  saysDependencies?: boolean;
}

/** Says what is beyond the hops that are drawn, `Show 9 more: 8 at 2 hops, 1 at 3`, and draws it. */
export function ShowBeyond({ beyond, form = "words", saysDependencies = false }: ShowBeyondProps) {
  const navigate = route.useNavigate();
  const hops = beyond.at(-1)?.hops ?? 1;
  const depth = Math.min(MAX_DEPTH, hops);
  const all = formatCount(sumOf(beyond));
  const inWords = beyondInWords(beyond, saysDependencies ? "more dependencies" : undefined);
  return (
    <button
      type="button"
      onClick={() => void navigate({ search: (current) => ({ ...current, depth }) })}
      title={beyondInWords(beyond)}
      className={LOOK}
    >
      {
        {
          words: inWords,
          brief: `+${all} at ${countOf(hops, "hop", "hops")}`,
          least: `+${all} at ${hops}`,
        }[form]
      }
    </button>
  );
}

interface BeyondProps {
  beyond: readonly AtHops[];
  /** The farthest hops that are drawn. */
  hops: number;
}

/** What follows the hops that are drawn, or that the change goes on to none, also where it depends on these in a cycle. */
export const Beyond = ({ beyond, hops }: BeyondProps) =>
  beyond.length > 0 ? (
    <ShowBeyond beyond={beyond} />
  ) : (
    <span className="flex items-center gap-0.5 whitespace-nowrap">
      The change ends at {countOf(hops, "hop", "hops")}
      <Help of="end" />
    </span>
  );
