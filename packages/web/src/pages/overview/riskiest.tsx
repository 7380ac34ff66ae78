import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import type { ListedRepository } from "@knockon/contract/resources/repository";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { NextRunCount } from "../../components/badges.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { RepositoryOwner } from "../../components/owner-name.tsx";
import { RankedList } from "../../components/ranked-list.tsx";
import { RepositoryName } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";
import { ROW_LINK } from "../../list/columns.tsx";

/** Beside other lists. */
const FEW = 6;

const dependentsOf = ({ figures }: ListedRepository): number => figures?.dependent_repositories_total ?? 0;
const nextRunOf = ({ figures }: ListedRepository): number => figures?.next_run_repositories_total ?? 0;

/** What is riskiest on every page that ranks repositories. */
export const RISKIEST =
  "By direct dependents on next run (? counts half), then by all direct dependents, which include archived ones. Archived repositories are not listed.";

/** Repositories with the most dependents on their next run. Each leads to its impact. */
export function Riskiest({ shown = FEW }: { shown?: number }) {
  const { workspace, api } = useWorkspace();
  const query = { sort: "-change_risk", include: "figures", archived: "false", limit: shown } as const;
  const found = useQuery({ ...api.query(listRepositories, { query }), staleTime: 60_000 });
  const orgs = useOrgNames(found.data ?? []);
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
            // What may be counts half, so that a smaller number can come first.
            isDescending={used.every(({ figures }) => (figures?.may_next_run_repositories_total ?? 0) === 0)}
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
              note: <Note repository={one} org={orgs.get(one.id)} />,
              hasNote: Boolean(one.figures?.owner) || orgs.has(one.id),
              figures: [
                formatCount(dependentsOf(one)),
                <NextRunCount
                  key="next-run"
                  count={nextRunOf(one)}
                  may={one.figures?.may_next_run_repositories_total}
                />,
              ],
            }))}
          />
        );
      }}
    </Loaded>
  );
}

interface NoteProps {
  repository: ListedRepository;
  /** The name of its organization, if another one has the same path. */
  org: string | undefined;
}

const Note = ({ repository: { figures, full_path }, org }: NoteProps) => (
  <>
    {org !== undefined && `in ${org}`}
    {org !== undefined && figures?.owner && " · "}
    {figures?.owner && <RepositoryOwner owner={figures.owner} path={full_path} />}
  </>
);

/** The names of the organizations of repositories whose path is listed more than once. */
function useOrgNames(listed: readonly ListedRepository[]): ReadonlyMap<string, string> {
  const { api } = useWorkspace();
  const doubled = [...Map.groupBy(listed, ({ full_path }) => full_path).values()]
    .filter(({ length }) => length > 1)
    .flat();
  const { data: orgs = [] } = useQuery({
    ...api.query(listConnectedOrgs, { query: { limit: 500 } }),
    enabled: doubled.length > 0,
  });
  const names = new Map(orgs.map(({ id, name }) => [id, name]));
  return new Map(
    doubled.flatMap(({ id, connected_org_id }) => {
      const name = names.get(connected_org_id);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

const COLUMNS = [
  { header: "Dependents", unit: "direct dependents" },
  { header: "On next run (? may be)", unit: "on next run, or may be" },
];
