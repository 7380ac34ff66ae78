import { listArtifacts } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { RankedList } from "../../components/ranked-list.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { ViewAll } from "../../components/view-all.tsx";
import { formatCount } from "../../format/format.ts";
import { ROW_LINK } from "../../list/columns.tsx";
import { Riskiest, RISKIEST } from "../overview/riskiest.tsx";
import { useArchived } from "../../subject/use-archived.ts";

/** They fill a window. */
const SHOWN = 10;

/** What to ask about first: the repositories and artifacts whose changes affect most. */
export const Suggestions = ({ org }: { org: ConnectedOrg }) => (
  <div className="mt-8 grid gap-8 lg:grid-cols-2">
    <Section
      title="Riskiest to change"
      note={RISKIEST}
      aside={<ViewAll to="/w/$slug/repositories" sort="-runs" text="View all repositories" />}
    >
      <Riskiest shown={SHOWN} />
    </Section>
    <Section
      title="Most used artifacts"
      note="Repositories that depend on it, archived ones included. Artifacts of archived repositories are not listed."
      aside={<ViewAll to="/w/$slug/artifacts" text="View all artifacts" />}
    >
      <MostUsed org={org} />
    </Section>
  </div>
);

export const SuggestionsSkeleton = () => (
  <div className="mt-8 grid gap-8 pt-10 lg:grid-cols-2">
    <TableSkeleton rows={SHOWN} />
    <TableSkeleton rows={SHOWN} />
  </div>
);

/** The artifacts of an organization with most consumers. Each leads to its impact. Those of archived repositories do not change. */
function MostUsed({ org }: { org: ConnectedOrg }) {
  const { workspace, api } = useWorkspace();
  const query = { first_party: "true", sort: "-dependent_count", limit: 2 * SHOWN } as const;
  const params = { connected_org_id: org.id };
  const archived = useArchived();
  const found = useQuery({ ...api.query(listArtifacts, { params, query }), staleTime: 60_000 });
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={SHOWN} />}>
      {(data) => {
        const used = data
          .filter(({ dependent_count }) => dependent_count > 0)
          .filter(({ source_repository_id }) => archived?.has(source_repository_id ?? "") !== true)
          .slice(0, SHOWN);
        if (used.length === 0)
          return <p className="rounded-md border p-4 text-13 text-muted">No artifact has dependents yet.</p>;
        return (
          <RankedList
            header="Artifact"
            columns={[{ header: "Repositories", unit: "repositories" }]}
            orderedBy={0}
            rows={used.map(({ id, name, artifact_type, dependent_count }) => ({
              id,
              name: (
                <Link
                  to="/w/$slug/impact"
                  params={{ slug: workspace.slug }}
                  search={{ artifact_id: id }}
                  {...ROW_LINK}
                >
                  <TruncatedName text={name} />
                </Link>
              ),
              note: <TypeLabel type={artifact_type} />,
              figures: [formatCount(dependent_count)],
            }))}
          />
        );
      }}
    </Loaded>
  );
}
