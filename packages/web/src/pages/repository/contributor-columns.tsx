import type { Ownership } from "@knockon/contract/resources/ownership";
import { formatCount } from "../../format/count.ts";
import { formatShare } from "../../format/share.ts";
import type { Column } from "../../list/column.ts";

/** In the service's order: by share. */
export const CONTRIBUTOR_COLUMNS: Column<Ownership["contributors"][number]>[] = [
  {
    id: "name",
    header: "Contributor",
    width: "w-1/2 sm:w-1/3",
    cell: ({ name }) => (
      <span className="block truncate font-medium" title={name}>
        {name}
      </span>
    ),
  },
  {
    id: "share",
    header: "Share of the work",
    width: "w-1/2",
    cell: ({ share }) => (
      <span className="flex items-center gap-3">
        <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-hover">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
        <span className="tabular w-10 shrink-0 text-right">{formatShare(share)}</span>
      </span>
    ),
  },
  {
    id: "commits",
    header: "Commits",
    align: "right",
    from: "sm",
    width: "min-w-24",
    cell: ({ commit_count }) => formatCount(commit_count),
  },
];
