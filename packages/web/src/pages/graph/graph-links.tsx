import { getRouteApi, Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { Help } from "../../components/help.tsx";
import { countOf, formatCount } from "../../format/format.ts";

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

interface ShowBeyondProps {
  /** Number of repositories that get a change of the root one hop further than drawn. */
  count: number;
  hops: number;
}

/** Says what is beyond the hops that are drawn, and draws it. */
export function ShowBeyond({ count, hops }: ShowBeyondProps) {
  const navigate = route.useNavigate();
  return (
    <button
      type="button"
      onClick={() => void navigate({ search: (current) => ({ ...current, depth: hops }) })}
      className={LOOK}
    >
      Show {formatCount(count)} more at {countOf(hops, "hop", "hops")}
    </button>
  );
}

/** What follows the hops that are drawn, or that nothing does. */
export const Beyond = ({ count, hops }: ShowBeyondProps) =>
  count > 0 ? (
    <ShowBeyond count={count} hops={hops + 1} />
  ) : (
    <span className="flex items-center gap-0.5 whitespace-nowrap">
      None beyond {countOf(hops, "hop", "hops")}
      <Help of="end" />
    </span>
  );
