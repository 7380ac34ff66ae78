import { getRouteApi, Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { Help } from "../../components/help.tsx";
import { countOf } from "../../format/format.ts";
import { beyondInWords } from "./column-titles.ts";
import { MAX_DEPTH } from "./graph-search.ts";
import type { AtHops } from "./layers.ts";

const route = getRouteApi("/w/$slug/graph");

const LOOK = "shrink-0 text-12 font-normal whitespace-nowrap text-accent hover:underline";

/** Leads to the impact of the root. */
export function ImpactLink({ id }: { id: string }) {
  const { slug } = useWorkspace().workspace;
  return (
    <Link to="/w/$slug/impact" params={{ slug }} search={{ repository_id: id }} className={LOOK}>
      View impact
    </Link>
  );
}

/** Says what is beyond the hops that are drawn, `Show 9 more: 8 at 2 hops, 1 at 3`, and draws it. */
export function ShowBeyond({ beyond }: { beyond: readonly AtHops[] }) {
  const navigate = route.useNavigate();
  const depth = Math.min(MAX_DEPTH, beyond.at(-1)?.hops ?? 1);
  return (
    <button
      type="button"
      onClick={() => void navigate({ search: (current) => ({ ...current, depth }) })}
      className={LOOK}
    >
      {beyondInWords(beyond)}
    </button>
  );
}

interface BeyondProps {
  beyond: readonly AtHops[];
  /** The farthest hops that are drawn. */
  hops: number;
}

/** What follows the hops that are drawn, or that nothing does. */
export const Beyond = ({ beyond, hops }: BeyondProps) =>
  beyond.length > 0 ? (
    <ShowBeyond beyond={beyond} />
  ) : (
    <span className="flex items-center gap-0.5 whitespace-nowrap">
      None beyond {countOf(hops, "hop", "hops")}
      <Help of="end" />
    </span>
  );
