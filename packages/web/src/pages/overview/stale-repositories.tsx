import { listRepositories } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Loaded } from "../../components/loaded.tsx";
import { TableSkeleton } from "../../components/skeleton.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { formatCount } from "../../format/count.ts";
import { DataTable } from "../../list/data-table.tsx";
import { RepositoryRowLink } from "../../list/repository-row-link.tsx";
import { isStale } from "../repositories/is-stale.ts";

const SHOWN = 5;

/** Repositories with pushes that no scan has seen. */
export function StaleRepositories() {
  const { api } = useWorkspace();
  const found = useQuery(api.askPage(listRepositories, { query: { limit: 500 } }));
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={3} />}>
      {({ items, total }) => {
        const stale = items.filter(isStale);
        if (stale.length === 0) {
          return (
            <p className="rounded-md border p-4 text-13 text-muted">
              {total > items.length ? `None of the first ${items.length} repositories` : "No repository"}{" "}
              changed since its last scan.
            </p>
          );
        }
        return (
          <>
            <DataTable
              caption="Stale repositories"
              rows={stale.slice(0, SHOWN)}
              rowId={({ id }) => id}
              columns={[
                {
                  id: "name",
                  header: "Repository",
                  width: "w-full",
                  cell: ({ id, full_path }) => <RepositoryRowLink id={id} text={full_path} />,
                },
                {
                  id: "activity",
                  header: "Last commit",
                  width: "min-w-28",
                  cell: ({ last_activity_at }) => <TimeAgo at={last_activity_at} />,
                },
              ]}
            />
            {stale.length > SHOWN && (
              <p className="mt-2 text-12 text-muted">and {formatCount(stale.length - SHOWN)} more</p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
