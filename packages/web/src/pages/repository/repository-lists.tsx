import { listDependencies, listDependents } from "@knockon/contract/operations/repository";
import type { Artifact } from "@knockon/contract/resources/artifact";
import type { Dependency, Dependent, Repository } from "@knockon/contract/resources/repository";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Package, PackageSearch, Share2 } from "lucide-react";
import { useMemo } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { VersionCell } from "../../components/badges.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Select } from "../../components/fields.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { inHeading, REASON_WORDS, ROLE_WORDS } from "../../format/words.ts";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, withFilter } from "../../list/list-search.ts";
import { artifactColumns } from "../artifacts/artifact-columns.tsx";

/** Columns shared by dependents and dependencies. `declaredIn` returns the repository that contains the declaration. */
const declarationColumns = <Row extends Dependent | Dependency>(
  declaredIn: (row: Row) => string,
): Column<Row>[] => [
  {
    id: "version",
    header: "Version",
    width: "min-w-36",
    value: ({ version_constraint_state }) => version_constraint_state,
    cell: ({ version_constraint, version_constraint_state, locked }) => (
      <VersionCell state={version_constraint_state} constraint={version_constraint} locked={locked} />
    ),
  },
  {
    id: "role",
    header: "Role",
    from: "sm",
    width: "min-w-32",
    value: ({ role }) => ROLES.indexOf(role),
    cell: ({ role }) => (
      <span className="block truncate text-muted" title={ROLE_WORDS[role].long}>
        {inHeading(role)}
      </span>
    ),
  },
  {
    id: "type",
    header: "Type",
    from: "lg",
    width: "min-w-32",
    value: ({ dependency_type }) => dependency_type,
    cell: ({ dependency_type }) => (
      <span className="block truncate text-muted">{inHeading(dependency_type)}</span>
    ),
  },
  {
    id: "confidence",
    header: "Confidence",
    from: "md",
    width: "min-w-24",
    value: ({ confidence }) => confidence,
    cell: ({ confidence, target_repository }) =>
      target_repository ? (
        <span className="relative">
          <ConfidenceBar confidence={confidence} />
        </span>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
  {
    id: "place",
    header: "Evidence",
    from: "md",
    width: "md:w-1/3",
    value: ({ source_file }) => source_file,
    cell: (row) => (
      <DeclarationLocation
        repositoryId={declaredIn(row)}
        file={row.source_file}
        line={row.source_line}
        raw={row.raw_reference}
        owner={row.owner}
      />
    ),
  },
];

const route = getRouteApi("/w/$slug/repositories/$repositoryId");

const ROLE_OPTIONS = [
  { value: "" as const, text: "All roles" },
  ...ROLES.map((role) => ({ value: role, text: inHeading(role) })),
];

const declarationQuery = ({ role, ...search }: { page?: number | undefined; role?: Role | undefined }) => ({
  ...pageQuery(search),
  ...(role !== undefined && { role }),
});

/** Filters declarations by role. */
function RoleSelect() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Select
      bare
      label="Role"
      value={search.role ?? ""}
      options={ROLE_OPTIONS}
      onChange={(role) =>
        void navigate({
          search: withFilter(search, { role: role === "" ? undefined : role }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

const DEPENDENT_COLUMNS: Column<Dependent>[] = [
  {
    id: "repository",
    header: "Dependent",
    width: "w-full md:w-1/3",
    value: ({ target_repository }) => target_repository.full_path,
    cell: ({ target_repository: { id, full_path } }) => <RepositoryRowLink id={id} text={full_path} />,
  },
  ...declarationColumns<Dependent>(({ target_repository_id }) => target_repository_id),
];

export function RepositoryDependents({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const { tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const params = { repository_id: repository.id };
  const found = useQuery({
    ...api.queryPage(listDependents, { params, query: declarationQuery(search) }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      noun="dependents"
      query={found}
      columns={DEPENDENT_COLUMNS}
      rowId={({ id }) => id}
      search={search}
      onSearch={(next) => void navigate({ search: { tab, ...next }, replace: true, resetScroll: false })}
      filters={<RoleSelect />}
      empty={
        <EmptyState icon={Share2} title="No dependents">
          No scanned repository depends on this one. New dependents appear after their next scan.
        </EmptyState>
      }
    />
  );
}

const DEPENDENCY_COLUMNS: Column<Dependency>[] = [
  {
    id: "repository",
    header: "Dependency",
    width: "w-full md:w-1/3",
    value: ({ target_repository, raw_reference }) => target_repository?.full_path ?? raw_reference,
    cell: ({ target_repository, raw_reference, reason }) =>
      target_repository ? (
        <RepositoryRowLink id={target_repository.id} text={target_repository.full_path} />
      ) : (
        <span className="flex min-w-0 flex-col text-muted">
          <TruncatedName text={raw_reference} />
          {reason && <span className="text-12 text-faint">{REASON_WORDS[reason].short}</span>}
        </span>
      ),
  },
  ...declarationColumns<Dependency>(({ source_repository_id }) => source_repository_id),
];

/** All declarations, resolved or not. */
export function RepositoryDependencies({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const { tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const params = { repository_id: repository.id };
  const found = useQuery({
    ...api.queryPage(listDependencies, { params, query: declarationQuery(search) }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      noun="dependencies"
      query={found}
      columns={DEPENDENCY_COLUMNS}
      rowId={({ id }) => id}
      search={search}
      onSearch={(next) => void navigate({ search: { tab, ...next }, replace: true, resetScroll: false })}
      filters={<RoleSelect />}
      empty={
        <EmptyState icon={PackageSearch} title="No dependencies">
          No scanned file declares a package, image, module or repository.
        </EmptyState>
      }
    />
  );
}

export function RepositoryArtifacts({ artifacts }: { artifacts: readonly Artifact[] }) {
  const { slug } = useWorkspace().workspace;
  const columns = useMemo(() => artifactColumns(slug).filter(({ id }) => id !== "producer"), [slug]);
  if (artifacts.length === 0) {
    return (
      <EmptyState icon={Package} title="No artifacts">
        Images, packages, modules and actions that this repository publishes appear here.
      </EmptyState>
    );
  }
  return <DataTable caption="Artifacts" columns={columns} rows={artifacts} rowId={({ id }) => id} />;
}
