import type { Page } from "@knockon/contract/client";
import { listProblems } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { RepositoryProblem } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { OrgListPage } from "../../list/org-list-page.tsx";
import { pageQuery, serverSort } from "../../list/list-search.ts";
import { OrgSelect } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/problems");

export function ProblemsPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <OrgListPage
      title="Problems"
      description="Files that the last scan could not read completely. What they declare may be missing."
      named={connected_org_id}
      promise="Files that could not be read appear here."
    >
      {(org, orgs) => <ProblemsOfOrg org={org} orgs={orgs} />}
    </OrgListPage>
  );
}

/** The problems of an organization. */
function ProblemsOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { api } = useWorkspace();
  const { connected_org_id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    ...pageQuery(search),
    ...(search.q !== undefined && { q: search.q }),
    ...serverSort(PROBLEM_COLUMNS, search.sort),
  };
  const params = { connected_org_id: org.id };
  const found = useQuery({
    ...api.queryPage(listProblems, { params, query }),
    ...(query.sort === undefined && { select: ignorableLast }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      noun="problems"
      query={found}
      columns={PROBLEM_COLUMNS}
      rowId={({ repository, file, line, code, message }) =>
        [repository.id, file, line, code, message].join(" ")
      }
      search={search}
      onSearch={(next) => void navigate({ search: { connected_org_id, ...next }, replace: true })}
      filterLabel="Search repositories and files"
      filters={
        <OrgSelect
          org={org}
          orgs={orgs}
          onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
        />
      }
      onExport={() => api.exportCsv(listProblems, { params, query })}
      empty={
        <EmptyState icon={CircleCheck} title="No problems">
          Every file that scans look for in the repositories of {org.name} was read.
        </EmptyState>
      }
    />
  );
}

/** What to do, by the code of the problem. */
const ADVICE: Readonly<Record<string, ReactNode>> = {
  blob_missing: (
    <>
      Fetch the whole repository with{" "}
      <code className="font-mono whitespace-nowrap text-text">git fetch --refetch</code>, then scan again.
    </>
  ),
  extractor_error: "This is an error of Knockon. Report it with this line.",
  invalid_syntax: "Correct the file, or ignore it if it is a template or a fixture.",
  out_of_memory: "Split the file, or ignore this if it declares no dependencies.",
  timeout: "Split the file, or ignore this if it declares no dependencies.",
  too_large: "Ignore this if the file declares no dependencies.",
  truncated: "Ignore this if the rest declares no dependencies.",
};

/** Problems that may need nothing. */
const IGNORABLE: ReadonlySet<string> = new Set(["too_large", "truncated"]);

/** Keeps the order of the API otherwise. */
const ignorableLast = (page: Page<RepositoryProblem[]>): Page<RepositoryProblem[]> => ({
  ...page,
  items: page.items.toSorted((a, b) => Number(IGNORABLE.has(a.code)) - Number(IGNORABLE.has(b.code))),
});

/** `Expected FROM` for `docker: Expected FROM`: the file tells the ecosystem. */
const withoutEcosystem = (message: string): string => message.replace(/^[a-z]+: (?=["A-Z])/u, "");

const PROBLEM_COLUMNS = [
  {
    id: "repository",
    header: "Repository",
    narrowHeader: "Repository and problem",
    width: "w-full md:w-[27%]",
    sort: "repository",
    cell: ({ repository, file, line }) => (
      <span className="flex min-w-0 flex-col">
        <RepositoryRowLink id={repository.id} text={repository.full_path} />
        {file !== null && (
          <span className="min-w-0 md:hidden">
            <DeclarationLocation repositoryId={repository.id} file={file} line={line} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: "message",
    header: "Problem",
    from: "md",
    stacked: true,
    width: "md:w-[45%]",
    sort: "message",
    cell: ({ code, message }) => (
      <span className="flex flex-col">
        <span className="line-clamp-3" title={message}>
          {code === "blob_missing" ? "The clone lacks the content of this file." : withoutEcosystem(message)}
        </span>
        {ADVICE[code] !== undefined && <span className="text-12 text-muted">{ADVICE[code]}</span>}
      </span>
    ),
  },
  {
    id: "place",
    header: "File",
    from: "md",
    width: "md:w-[28%]",
    sort: "file",
    cell: ({ repository, file, line }) =>
      file === null ? (
        <span className="text-faint">–</span>
      ) : (
        <DeclarationLocation repositoryId={repository.id} file={file} line={line} />
      ),
  },
] as const satisfies Column<RepositoryProblem>[];
