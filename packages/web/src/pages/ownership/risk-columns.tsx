import type { OwnershipRisk } from "@knockon/contract/resources/ownership";
import type { ReactNode } from "react";
import type { z } from "zod";
import { countOf, formatCount } from "../../format/count.ts";
import { restsOn } from "../../format/rests-on.ts";
import { formatShare } from "../../format/share.ts";
import type { Column } from "../../list/column.ts";
import { RepositoryRowLink } from "../../list/repository-row-link.tsx";
import { fanInWeight } from "./fan-in-weight.ts";

type Risk = z.output<typeof OwnershipRisk>;

/** In the service's order, which is by risk: none is sorted. */
export const RISK_COLUMNS: Column<Risk>[] = [
  {
    id: "repository",
    header: "Repository",
    width: "w-full",
    cell: ({ repository: { id, full_path } }) => (
      <RepositoryRowLink id={id} text={full_path} tab="ownership" />
    ),
  },
  {
    id: "rests",
    header: "Maintained by",
    width: "min-w-20 sm:min-w-56",
    cell: ({ bus_factor, top_author_name, top_author_share, human_author_count }) => (
      <Two
        first={restsOn(bus_factor)}
        second={
          <span className="hidden sm:inline">
            {top_author_name}
            {human_author_count > 1 &&
              ` ${formatShare(top_author_share)}, ${formatCount(human_author_count)} contributors`}
          </span>
        }
      />
    ),
  },
  {
    id: "dependents",
    header: "Dependents",
    align: "right",
    from: "sm",
    width: "min-w-28",
    cell: ({ dependent_repositories_total, dependents_total }) => (
      <Two
        first={formatCount(dependent_repositories_total)}
        second={`in ${countOf(dependents_total, "place", "places")}`}
      />
    ),
  },
  {
    id: "risk",
    header: "Risk",
    align: "right",
    width: "min-w-20",
    cell: ({ risk_score, dependent_repositories_total, bus_factor }) => (
      <Two
        first={<span className="font-medium">{risk_score.toFixed(1)}</span>}
        second={`${fanInWeight(dependent_repositories_total).toFixed(1)} ÷ ${bus_factor}`}
      />
    ),
  },
];

const Two = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="flex flex-col">
    <span className="truncate">{first}</span>
    <span className="truncate text-12 text-muted">{second}</span>
  </span>
);
