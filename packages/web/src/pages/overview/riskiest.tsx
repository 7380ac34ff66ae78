import { listRepositories } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Zap } from "lucide-react";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { ownerInWords } from "../../format/words.ts";
import { ROW_LINK } from "../../list/columns.tsx";

const SHOWN = 6;

/** Repositories with the most dependents, weighted by how many get a change on their next run. Each leads to its impact. */
export function Riskiest() {
  const { workspace, api } = useWorkspace();
  const query = { sort: "-change_risk", include: "figures", archived: "false", limit: SHOWN } as const;
  const found = useQuery({ ...api.query(listRepositories, { query }), staleTime: 60_000 });
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={SHOWN} />}>
      {(data) => {
        const used = data.filter(({ figures }) => (figures?.dependent_repositories_total ?? 0) > 0);
        if (used.length === 0) {
          return (
            <p className="rounded-md border p-4 text-13 text-muted">
              No dependencies between repositories yet.
            </p>
          );
        }
        return (
          <>
            <p className="mb-2 text-12 text-muted">
              Repositories with many dependents on their next run come first.
            </p>
            <ol className="divide-y divide-line rounded-md border text-13">
              {used.map(({ id, full_path, figures }) => (
                <li
                  key={id}
                  className="relative flex min-h-11 items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover max-sm:flex-wrap"
                >
                  <span className="flex min-w-0 flex-1 flex-col max-sm:basis-full">
                    <Link
                      to="/w/$slug/impact"
                      params={{ slug: workspace.slug }}
                      search={{ repository_id: id }}
                      {...ROW_LINK}
                    >
                      <TruncatedName text={full_path} />
                    </Link>
                    <span className="text-12 text-muted sm:truncate">
                      {[
                        countOf(
                          figures?.dependent_repositories_total ?? 0,
                          "direct dependent",
                          "direct dependents",
                        ),
                        ownerInWords(figures?.owner?.names ?? []),
                      ]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </span>
                  {figures !== undefined && figures.next_run_repositories_total > 0 && (
                    <Badge tone="danger" icon={Zap}>
                      {formatCount(figures.next_run_repositories_total)} direct on next run
                    </Badge>
                  )}
                </li>
              ))}
            </ol>
          </>
        );
      }}
    </Loaded>
  );
}
