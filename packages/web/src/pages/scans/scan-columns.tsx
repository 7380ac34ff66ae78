import type { Scan } from "@knockon/contract/resources/scan";
import { Link } from "@tanstack/react-router";
import { ScanStatusBadge } from "../../components/scan-status-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { formatCount } from "../../format/count.ts";
import { duration } from "../../format/duration.ts";
import { sentenceCase } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ROW_LINK } from "../../list/row-link.ts";

export const scanColumns = (slug: string): Column<Scan>[] => [
  {
    id: "status",
    header: "Scan",
    width: "w-full",
    value: ({ created_at }) => created_at,
    cell: ({ id, status, created_at }) => (
      <Link to="/w/$slug/scans/$scanId" params={{ slug, scanId: id }} {...ROW_LINK}>
        <ScanStatusBadge status={status} />
        <span className="font-normal text-muted">
          <TimeAgo at={created_at} />
        </span>
      </Link>
    ),
  },
  {
    id: "type",
    header: "Type",
    from: "md",
    width: "min-w-28",
    value: ({ scan_type }) => scan_type,
    cell: ({ scan_type }) => <span className="text-muted">{sentenceCase(scan_type)}</span>,
  },
  {
    id: "scanned",
    header: "Scanned",
    align: "right",
    width: "min-w-24",
    value: ({ scanned_repos }) => scanned_repos,
    cell: ({ scanned_repos, total_repos }) => `${formatCount(scanned_repos)} of ${formatCount(total_repos)}`,
  },
  {
    id: "failed",
    header: "Failed",
    align: "right",
    from: "sm",
    width: "min-w-20",
    value: ({ failed_repos }) => failed_repos,
    cell: ({ failed_repos }) => (
      <span className={failed_repos > 0 ? "text-danger" : "text-faint"}>{formatCount(failed_repos)}</span>
    ),
  },
  {
    id: "took",
    header: "Duration",
    align: "right",
    from: "sm",
    width: "min-w-24",
    value: (scan) => tookMs(scan) ?? null,
    cell: (scan) => {
      const took = tookMs(scan);
      return took === undefined ? <span className="text-faint">–</span> : duration(took);
    },
  },
];

const tookMs = ({ started_at, completed_at }: Scan): number | undefined =>
  started_at && completed_at ? Date.parse(completed_at) - Date.parse(started_at) : undefined;
