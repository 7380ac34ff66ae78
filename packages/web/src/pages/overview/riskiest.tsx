import { listRepositories } from "@knockon/contract/operations/repository";
import type { ListedRepository } from "@knockon/contract/resources/repository";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Zap } from "lucide-react";
import { shortOwner } from "../graph/card-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { OwnerWords } from "../../components/owner-name.tsx";
import { RankedList } from "../../components/ranked-list.tsx";
import { RepositoryName } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";
import { ownerTitle, ownerWithin } from "../../format/words.ts";
import { ROW_LINK } from "../../list/columns.tsx";

/** Beside other lists. */
const FEW = 6;

const dependentsOf = ({ figures }: ListedRepository): number => figures?.dependent_repositories_total ?? 0;
const nextRunOf = ({ figures }: ListedRepository): number => figures?.next_run_repositories_total ?? 0;

/** What is riskiest on every page that ranks repositories. */
export const RISKIEST = "Direct dependents, most on the next run first, without archived repositories.";

/** Repositories with the most dependents on their next run. Each leads to its impact. */
export function Riskiest({ shown = FEW }: { shown?: number }) {
  const { workspace, api } = useWorkspace();
  const query = { sort: "-change_risk", include: "figures", archived: "false", limit: shown } as const;
  const found = useQuery({ ...api.query(listRepositories, { query }), staleTime: 60_000 });
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={shown} />}>
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
          <RankedList
            header="Repository"
            columns={COLUMNS}
            orderedBy={nextRunOf(first) > 0 ? 1 : 0}
            rows={used.map((one) => ({
              id: one.id,
              name: (
                <Link
                  to="/w/$slug/impact"
                  params={{ slug: workspace.slug }}
                  search={{ repository_id: one.id }}
                  {...ROW_LINK}
                >
                  <RepositoryName path={one.full_path} />
                </Link>
              ),
              note: <OwnerOf repository={one} />,
              hasNote: Boolean(one.figures?.owner),
              figures: [formatCount(dependentsOf(one)), <NextRun key="next-run" count={nextRunOf(one)} />],
            }))}
          />
        );
      }}
    </Loaded>
  );
}

const OwnerOf = ({ repository: { figures, full_path } }: { repository: ListedRepository }) =>
  figures?.owner && (
    <span title={ownerTitle(figures.owner)}>
      <OwnerWords
        name={shortOwner(ownerWithin(figures.owner.names, full_path))}
        source={figures.owner.source}
      />
    </span>
  );

const COLUMNS = [
  { header: "Dependents", unit: "direct dependents" },
  { header: "On next run", unit: "on next run" },
];

const NextRun = ({ count }: { count: number }) =>
  count === 0 ? (
    <span className="text-faint">0</span>
  ) : (
    <span className="font-medium text-danger">
      <Zap aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
      {formatCount(count)}
    </span>
  );
