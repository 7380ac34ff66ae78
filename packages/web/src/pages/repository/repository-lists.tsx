import { listDependencies, listDependents } from "@knockon/contract/operations/repository";
import type { Artifact } from "@knockon/contract/resources/artifact";
import type { Dependency, Dependent, Repository } from "@knockon/contract/resources/repository";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { isMention, ROLES } from "@knockon/contract/vocabulary/role";
import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Package, PackageSearch, Share2 } from "lucide-react";
import { useMemo } from "react";
import type { OwnEnd } from "./clocks.ts";
import { useClocks } from "./use-clocks.ts";
import { useOwners } from "./use-owners.ts";
import { useFigures } from "./use-figures.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { ClockBadge, VersionCell } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Select } from "../../components/fields.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { Help } from "../../components/help.tsx";
import { TableSkeleton } from "../../components/loaded.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page-header.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount, shortVersion } from "../../format/format.ts";
import { inHeading, ownerInWords, REASON_WORDS, ROLE_WORDS, sentenceCase } from "../../format/words.ts";
import { DataTable } from "../../list/data-table.tsx";
import { GroupedList } from "../../list/grouped-list.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, withFilter } from "../../list/list-search.ts";
import { TypeSelect } from "../../list/org-select.tsx";
import { artifactColumns } from "../artifacts/artifact-columns.tsx";

const route = getRouteApi("/w/$slug/repositories/$repositoryId");

const ROLE_OPTIONS = [
  { value: "" as const, text: "All roles" },
  ...ROLES.map((role) => ({ value: role, text: inHeading(role) })),
];

const STATE_OPTIONS = [
  { value: "" as const, text: "All versions" },
  ...VERSION_CONSTRAINT_STATES.map((state) => ({ value: state, text: sentenceCase(state) })),
];

/** Reads the filters in the URL and changes them. */
function useDeclarationSearch() {
  const { tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { q, role, type, state } = search;
  const query = {
    ...pageQuery(search),
    ...(q !== undefined && { q }),
    ...(role !== undefined && { role }),
    ...(type !== undefined && { dependency_type: type }),
    ...(state !== undefined && { version_constraint_state: state }),
    sort: "target_repository" as const,
  };
  const show = (next: typeof search): void =>
    void navigate({ search: { tab, ...next }, replace: true, resetScroll: false });
  return { search, query, show };
}

/** Filters declarations by role, type and version state. */
function DeclarationFilters({
  search,
  show,
}: Pick<ReturnType<typeof useDeclarationSearch>, "search" | "show">) {
  const { role, type, state } = search;
  return (
    <>
      <Select
        bare
        label="Role"
        value={role ?? ""}
        options={ROLE_OPTIONS}
        onChange={(value) => show(withFilter(search, { role: value === "" ? undefined : value }))}
      />
      <Select
        bare
        label="Version"
        value={state ?? ""}
        options={STATE_OPTIONS}
        onChange={(value) => show(withFilter(search, { state: value === "" ? undefined : value }))}
      />
      <TypeSelect value={type} onChange={(value) => show(withFilter(search, { type: value }))} />
    </>
  );
}

export function RepositoryDependents({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const { search, query, show } = useDeclarationSearch();
  const input = { params: { repository_id: repository.id }, query };
  const found = useQuery({ ...api.queryPage(listDependents, input), placeholderData: keepPreviousData });
  return (
    <ListPage
      noun="dependents"
      query={found}
      columns={[]}
      rowId={({ id }) => id}
      search={search}
      onSearch={show}
      filterLabel="Search dependents"
      filters={<DeclarationFilters search={search} show={show} />}
      onExport={() => api.exportCsv(listDependents, input)}
      empty={
        <EmptyState icon={Share2} title="No dependents">
          No scanned repository depends on this one. New dependents appear after their next scan.
        </EmptyState>
      }
    >
      {(items) => (
        <Declarations
          label="Dependents"
          own="target"
          items={items}
          repository={repository}
          declaredIn={({ target_repository_id }) => target_repository_id}
        />
      )}
    </ListPage>
  );
}

/** Other pages count only the repositories among the dependencies. */
const PARTS = [
  {
    label: "Dependencies",
    heading: "Repositories",
    isPart: ({ target_repository }: Dependency) => target_repository !== null,
  },
  {
    label: "Other names",
    heading: "External and unresolved names",
    isPart: ({ target_repository }: Dependency) => target_repository === null,
  },
] as const;

/** All declarations, resolved or not. */
export function RepositoryDependencies({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const { search, query, show } = useDeclarationSearch();
  const input = { params: { repository_id: repository.id }, query };
  const found = useQuery({ ...api.queryPage(listDependencies, input), placeholderData: keepPreviousData });
  return (
    <ListPage
      noun="dependencies"
      query={found}
      columns={[]}
      rowId={({ id }) => id}
      search={search}
      onSearch={show}
      filterLabel="Search dependencies"
      filters={<DeclarationFilters search={search} show={show} />}
      onExport={() => api.exportCsv(listDependencies, input)}
      empty={
        <EmptyState icon={PackageSearch} title="No dependencies">
          No scanned file declares a package, image, module or repository.
        </EmptyState>
      }
    >
      {(items) => (
        <DependencyParts items={items} isWhole={found.data?.total === items.length} repository={repository} />
      )}
    </ListPage>
  );
}

interface DependencyPartsProps {
  items: readonly Dependency[];
  /** Whether these are all dependencies of the search. */
  isWhole: boolean;
  repository: Repository;
}

/** The repositories among the dependencies, and the other names. */
function DependencyParts({ items, isWhole, repository }: DependencyPartsProps) {
  const timing = useClocks(repository, "source");
  const figures = useFigures(repository);
  // Rows would change places when their timing arrives.
  if ((timing.clocks === undefined && !timing.isError) || figures === undefined)
    return <TableSkeleton rows={Math.min(items.length, 12)} />;
  return (
    <div className="flex flex-col gap-6">
      {PARTS.map(({ label, heading, isPart }) => {
        const rows = items.filter(isPart);
        const count = new Set(rows.map(keyOf)).size;
        const inAll =
          label === "Dependencies"
            ? countOf(count, "repository", "repositories")
            : countOf(count, "name", "names");
        const inUse =
          label === "Dependencies" &&
          figures !== null &&
          `${formatCount(figures.dependency_repositories_total)} in use`;
        return (
          rows.length > 0 && (
            <Section key={label} title={heading} aside={[isWhole && inAll, inUse].filter(Boolean).join(", ")}>
              <Declarations
                label={label}
                own="source"
                items={rows}
                repository={repository}
                declaredIn={({ source_repository_id }) => source_repository_id}
              />
            </Section>
          )
        );
      })}
    </div>
  );
}

interface DeclarationsProps<Row extends Dependent | Dependency> {
  label: string;
  items: readonly Row[];
  /** The repository of the page. */
  repository: Repository;
  /** The end of a dependency that is the repository of the page. */
  own: OwnEnd;
  /** Returns the repository that contains the declaration. */
  declaredIn: (row: Row) => string;
}

/** Columns from `sm` on. */
const WIDTHS = { timing: "sm:w-32", version: "sm:w-28 md:w-32", count: "min-w-20 text-right" } as const;

/** Declarations grouped by the other repository or, without one, by what they name. The fastest come first. */
function Declarations<Row extends Dependent | Dependency>(props: DeclarationsProps<Row>) {
  const { label, items, repository, own, declaredIn } = props;
  const { slug } = useWorkspace().workspace;
  const timing = useClocks(repository, own);
  const owners = useOwners(repository, own);
  const mentioned = useMemo(() => idsOfMentioned(items), [items]);
  const clockOf = (row: Row): Clock | undefined =>
    mentioned.has(keyOf(row)) ? undefined : timing.clocks?.get(row.target_repository?.id ?? "");
  // Rows would change places when their timing arrives, and their text when owners do.
  if (owners === undefined || (timing.clocks === undefined && !timing.isError))
    return <TableSkeleton rows={Math.min(items.length, 12)} />;
  const rankOf = (row: Row): number => {
    const clock = clockOf(row);
    return clock === undefined ? CLOCKS.length : CLOCKS.indexOf(clock);
  };
  return (
    <>
      {timing.isError && (
        <div className="mb-3">
          <Notice
            tone="warning"
            title="The timing of these dependencies could not be loaded."
            actions={<Button onClick={timing.retry}>Try again</Button>}
          />
        </div>
      )}
      <GroupedList
        label={label}
        rows={items.toSorted((a, b) => rankOf(a) - rankOf(b))}
        groupOf={keyOf}
        rowId={({ id }) => id}
        header={
          <>
            <span className="min-w-0 flex-1 pl-6">{label === "Other names" ? "Artifact" : "Repository"}</span>
            <span className={cx("flex items-center", WIDTHS.timing)}>
              Timing <Help of="clock" />
            </span>
            <span className={WIDTHS.version}>Version</span>
            <span className={WIDTHS.count}>Declarations</span>
          </>
        }
        count={(rows) => (
          <>
            {formatCount(rows.length)}
            <span className="sm:sr-only"> {rows.length === 1 ? "declaration" : "declarations"}</span>
          </>
        )}
        title={(rows) => (
          <span className="flex min-w-0 flex-col">
            <TruncatedName
              text={rows[0].target_repository?.full_path ?? shortVersion(rows[0].raw_reference)}
            />
            <span className="truncate text-12 font-normal text-muted">
              {[rolesInWords(rows), ownerInWords(owners.get(rows[0].target_repository?.id ?? "") ?? [])]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
        )}
        summary={(rows) => (
          <>
            <span className={WIDTHS.timing}>
              <TimingCell
                row={rows[0]}
                clock={clockOf(rows[0])}
                isMentioned={mentioned.has(keyOf(rows[0]))}
              />
            </span>
            <VersionsCell rows={rows} />
          </>
        )}
        about={([row]) =>
          row.target_repository ? (
            <Link
              to="/w/$slug/repositories/$repositoryId"
              params={{ slug, repositoryId: row.target_repository.id }}
              className="text-accent hover:underline"
            >
              Open {row.target_repository.full_path}
            </Link>
          ) : (
            "reason" in row && row.reason && REASON_WORDS[row.reason].long
          )
        }
        row={(row) => <Declaration row={row} repositoryId={declaredIn(row)} />}
      />
    </>
  );
}

const keyOf = (row: Dependent | Dependency): string => row.target_repository?.id ?? row.artifact_id ?? row.id;

/** The groups of which all declarations only mention what they name. */
function idsOfMentioned(items: readonly (Dependent | Dependency)[]): Set<string> {
  const used = new Set(items.filter(({ role }) => !isMention(role)).map(keyOf));
  return new Set(items.map(keyOf).filter((key) => !used.has(key)));
}

const rolesInWords = (rows: readonly (Dependent | Dependency)[]): string =>
  ROLES.filter((role) => rows.some((row) => row.role === role))
    .map(inHeading)
    .join(", ");

interface TimingCellProps {
  row: Dependent | Dependency;
  clock: Clock | undefined;
  /** Whether the repository does not depend on the other. */
  isMentioned: boolean;
}

/** When a change arrives, or why none does. */
function TimingCell({ row, clock, isMentioned }: TimingCellProps) {
  if (clock !== undefined) return <ClockBadge clock={clock} />;
  if (isMentioned) return "Only a mention";
  if ("reason" in row && row.reason) return sentenceCase(REASON_WORDS[row.reason].short);
  if (row.target_repository === null) return null;
  return (
    <span className="text-faint" title="Not known">
      –
    </span>
  );
}

/** The first version and the number of others. */
function VersionsCell({ rows }: { rows: readonly (Dependent | Dependency)[] }) {
  const all = new Set(rows.map(({ version_constraint }) => version_constraint ?? "no version"));
  const [first = "", ...others] = [...all].map(shortVersion);
  return (
    <span
      className={cx("flex min-w-0 items-center gap-1 font-mono text-12", WIDTHS.version)}
      title={[...all].join("; ")}
    >
      <span className="truncate">{first}</span>
      {others.length > 0 && <span className="shrink-0 text-faint">+{others.length}</span>}
    </span>
  );
}

/** Version, role and evidence of a declaration. */
const Declaration = ({ row, repositoryId }: { row: Dependent | Dependency; repositoryId: string }) => (
  <span className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-[10rem_minmax(0,1fr)_auto]">
    <VersionCell
      state={row.version_constraint_state}
      constraint={row.version_constraint}
      locked={row.locked}
    />
    <DeclarationLocation
      repositoryId={repositoryId}
      file={row.source_file}
      line={row.source_line}
      raw={row.raw_reference}
      owner={row.owner}
    />
    <span className="flex items-start gap-3 text-12 text-muted">
      <span title={ROLE_WORDS[row.role].long}>{inHeading(row.role)}</span>
      <span className="max-sm:hidden">{inHeading(row.dependency_type)}</span>
      {row.target_repository && <ConfidenceBar confidence={row.confidence} />}
    </span>
  </span>
);

const mostUsedFirst = (artifacts: readonly Artifact[]): Artifact[] =>
  artifacts.toSorted((a, b) => b.dependent_count - a.dependent_count || a.name.localeCompare(b.name));

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
  return (
    <DataTable caption="Artifacts" columns={columns} rows={mostUsedFirst(artifacts)} rowId={({ id }) => id} />
  );
}
