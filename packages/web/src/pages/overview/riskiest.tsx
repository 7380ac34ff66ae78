import { listRepositories } from "@knockon/contract/operations/repository";
import type { ListedRepository } from "@knockon/contract/resources/repository";
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

const dependentsOf = ({ figures }: ListedRepository): number => figures?.dependent_repositories_total ?? 0;
const nextRunOf = ({ figures }: ListedRepository): number => figures?.next_run_repositories_total ?? 0;

/** Repositories with the most dependents on their next run. Each leads to its impact. */
export function Riskiest() {
  const { workspace, api } = useWorkspace();
  const query = { sort: "-change_risk", include: "figures", archived: "false", limit: SHOWN } as const;
  const found = useQuery({ ...api.query(listRepositories, { query }), staleTime: 60_000 });
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={SHOWN} />}>
      {(data) => {
        const used = data.filter((one) => dependentsOf(one) > 0);
        const [first] = used;
        if (first === undefined) {
          return (
            <p className="rounded-md border p-4 text-13 text-muted">
              No dependencies between repositories yet.
            </p>
          );
        }
        return (
          <>
            <p className="mb-2 text-12 text-muted">
              Most direct dependents{nextRunOf(first) > 0 && " on their next run"} first, without archived
              repositories.
            </p>
            <ol className="divide-y divide-line rounded-md border text-13">
              {used.map((one) => (
                <li
                  key={one.id}
                  className="relative flex min-h-11 items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover max-sm:flex-wrap"
                >
                  <span className="flex min-w-0 flex-1 flex-col max-sm:basis-full">
                    <Link
                      to="/w/$slug/impact"
                      params={{ slug: workspace.slug }}
                      search={{ repository_id: one.id }}
                      {...ROW_LINK}
                    >
                      <TruncatedName text={one.full_path} />
                    </Link>
                    <span className="text-12 text-muted sm:truncate">
                      {[
                        countOf(dependentsOf(one), "direct dependent", "direct dependents"),
                        ownerInWords(one.figures?.owner?.names ?? []),
                      ]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </span>
                  {nextRunOf(one) > 0 && <NextRun count={nextRunOf(one)} most={nextRunOf(first)} />}
                </li>
              ))}
            </ol>
          </>
        );
      }}
    </Loaded>
  );
}

/** Filled for numbers near the largest, so that 1 does not look like 17. */
const NextRun = ({ count, most }: { count: number; most: number }) => {
  const text = `${formatCount(count)} direct on next run`;
  return count * 4 >= most ? (
    <Badge tone="danger" icon={Zap}>
      {text}
    </Badge>
  ) : (
    <span className="inline-flex items-center gap-1 px-1.75 text-12 font-medium whitespace-nowrap text-danger">
      <Zap aria-hidden className="size-3.5" />
      {text}
    </span>
  );
};
