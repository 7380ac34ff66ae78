import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { Scan } from "@knockon/contract/resources/scan";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace-context.ts";
import { ScanStatusBadge } from "../../components/scan-status-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { ROW_LINK } from "../../list/row-link.ts";

interface ScannedOrg {
  name: string;
  scan: Scan;
}

/** The last scan of each connected org. */
export function LastScans({ orgs }: { orgs: readonly ConnectedOrg[] }) {
  const { workspace } = useWorkspace();
  const rows = orgs
    .flatMap(({ name, last_scan }): ScannedOrg[] => (last_scan ? [{ name, scan: last_scan }] : []))
    .toSorted((a, b) => b.scan.created_at.localeCompare(a.scan.created_at))
    .slice(0, 5);
  if (rows.length === 0) return <p className="rounded-md border p-4 text-13 text-muted">No scans yet.</p>;
  return (
    <DataTable
      caption="Last scan of each organization"
      rows={rows}
      rowId={({ scan }) => scan.id}
      columns={[
        {
          id: "org",
          header: "Organization",
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
          id: "when",
          header: "Started",
          width: "min-w-28",
          cell: ({ scan }) => <TimeAgo at={scan.created_at} />,
        },
      ]}
    />
  );
}
