import { listRepositories } from "@knockon/contract/operations/repository";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { Scan } from "@knockon/contract/resources/scan";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { ScanStatusBadge } from "../../components/badges.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";
import { sentenceCase, sourceWord } from "../../format/words.ts";
import { RepositoryRowLink, ROW_LINK } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { ProblemCount } from "../problems/problem-count.tsx";

interface ScannedOrg {
  id: string;
  name: string;
  scan: Scan;
}

/** The last scan of each connected org. */
export function LastScans({ orgs }: { orgs: readonly ConnectedOrg[] }) {
  const { workspace } = useWorkspace();
  const noun = sourceWord(orgs.map(({ platform }) => platform));
  const rows = orgs
    .flatMap(({ id, name, last_scan }): ScannedOrg[] => (last_scan ? [{ id, name, scan: last_scan }] : []))
    .toSorted((a, b) => b.scan.created_at.localeCompare(a.scan.created_at))
    .slice(0, 5);
  if (rows.length === 0) return <p className="rounded-md border p-4 text-13 text-muted">No scans yet.</p>;
  return (
    <DataTable
      caption={`Last scan of each ${noun}`}
      isDense
      rows={rows}
      rowId={({ scan }) => scan.id}
      columns={[
        {
          id: "org",
          header: sentenceCase(noun),
          width: "w-full",
          cell: ({ name, scan }) => (
            <Link
              to="/w/$slug/scans/$scanId"
              params={{ slug: workspace.slug, scanId: scan.id }}
              {...ROW_LINK}
            >
              <span className="truncate">{name}</span>
            </Link>
          ),
        },
        {
          id: "status",
          header: "Status",
          width: "min-w-28",
          cell: ({ scan }) => <ScanStatusBadge status={scan.status} />,
        },
        {
          id: "problems",
          header: "Problems",
          from: "sm",
          align: "right",
          width: "min-w-20",
          cell: ({ id }) => <ProblemCount orgId={id} />,
        },
        {
          id: "when",
          header: "Started",
          width: "min-w-28",
          cell: ({ scan }) => <TimeAgo at={scan.created_at} />,
        },
      ]}
    />
  );
}

const SHOWN = 5;

/** Repositories that changed since their last scan. */
export function StaleRepositories() {
  const { workspace, api } = useWorkspace();
  const query = { stale: "true", sort: "-last_activity_at", limit: SHOWN } as const;
  const found = useQuery(api.queryPage(listRepositories, { query }));
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={3} />}>
      {({ items, total }) =>
        total === 0 ? (
          <p className="rounded-md border p-4 text-13 text-muted">
            No repository changed since its last scan.
          </p>
        ) : (
          <>
            <DataTable
              caption="Stale repositories"
              isDense
              rows={items}
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
            {total > SHOWN && (
              <Link
                to="/w/$slug/repositories"
                params={{ slug: workspace.slug }}
                search={{ stale: true }}
                className="mt-2 inline-block text-12 text-muted hover:underline"
              >
                and {formatCount(total - SHOWN)} more
              </Link>
            )}
          </>
        )
      }
    </Loaded>
  );
}
