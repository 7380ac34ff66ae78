import { listProblems } from "@knockon/contract/operations/connected-org";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { formatCount } from "../../format/format.ts";

/** The number of files of an organization that its last scan did not read completely, with a link to them. Empty until loaded. */
export function ProblemCount({ orgId }: { orgId: string }) {
  const { api, workspace } = useWorkspace();
  const params = { connected_org_id: orgId };
  const { data } = useQuery(api.queryPage(listProblems, { params, query: { limit: 1 } }));
  if (!data) return null;
  if (data.total === 0) return <span className="text-faint">0</span>;
  return (
    <Link
      to="/w/$slug/problems"
      params={{ slug: workspace.slug }}
      search={params}
      className="tabular relative text-accent hover:underline"
    >
      {formatCount(data.total)}
    </Link>
  );
}
