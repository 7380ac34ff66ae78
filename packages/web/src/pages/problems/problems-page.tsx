import { listProblems } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { RepositoryProblem } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { countOf } from "../../format/format.ts";
import { RepositoryLink } from "../../list/columns.tsx";
import { GroupedList } from "../../list/grouped-list.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { OrgListPage } from "../../list/org-list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
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
  };
  const params = { connected_org_id: org.id };
  const found = useQuery({
    ...api.queryPage(listProblems, { params, query }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      noun="problems"
      query={found}
      columns={[]}
      rowId={rowId}
      totalInWords={(total) => countOf(total, "problem", "problems")}
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
    >
      {(items) => <Problems items={items} />}
    </ListPage>
  );
}

interface Kind {
  title: string;
  /** What to do. */
  advice: ReactNode;
  /** Whether it may need nothing. */
  isIgnorable?: true;
}

/** Kinds of problems by their code. */
const KINDS: Readonly<Record<string, Kind>> = {
  blob_missing: {
    title: "Content is missing in the clone",
    advice: (
      <>
        A partial clone lacks it: run{" "}
        <code className="font-mono whitespace-nowrap text-text">git fetch --refetch --no-filter</code> there,
        then scan again. Hosts send no file above their limit.
      </>
    ),
  },
  extractor_error: {
    title: "Errors of Knockon",
    advice: "Report the error with the line that caused it.",
  },
  invalid_syntax: {
    title: "Invalid syntax",
    advice: "Correct the file, or ignore it if it is a template or a fixture.",
  },
  out_of_memory: {
    title: "Not read, for lack of memory",
    advice: "Split the file, or ignore this if it declares no dependencies.",
  },
  timeout: {
    title: "Not read in time",
    advice: "Split the file, or ignore this if it declares no dependencies.",
  },
  too_large: {
    title: "Too large to be read",
    advice: "Ignore this if the file declares no dependencies.",
    isIgnorable: true,
  },
  truncated: {
    title: "Read in part",
    advice: "Ignore this if the rest declares no dependencies.",
    isIgnorable: true,
  },
};

/** Keeps the order of the API otherwise. */
const ignorableLast = (items: readonly RepositoryProblem[]): RepositoryProblem[] =>
  items.toSorted((a, b) => Number(isIgnorable(a)) - Number(isIgnorable(b)));

const isIgnorable = ({ code }: RepositoryProblem): boolean => KINDS[code]?.isIgnorable === true;

/** `Expected FROM` for `docker: Expected FROM`: the file tells the ecosystem. Empty for a missing blob, whose message is its ID. */
const messageOf = ({ code, message }: RepositoryProblem): string =>
  code === "blob_missing" ? "" : message.replace(/^[a-z]+: (?=["A-Z])/u, "");

const rowId = ({ repository, file, line, code, message }: RepositoryProblem): string =>
  [repository.id, file, line, code, message].join(" ");

/** What is wrong with all of some files, if it is the same. */
function commonMessage(rows: readonly RepositoryProblem[]): string | undefined {
  const [message, ...others] = new Set(rows.map(messageOf));
  return others.length === 0 ? message : undefined;
}

/** Problems by what to do about them. */
function Problems({ items }: { items: readonly RepositoryProblem[] }) {
  const common = useMemo(
    () =>
      new Map([...Map.groupBy(items, ({ code }) => code)].map(([code, rows]) => [code, commonMessage(rows)])),
    [items],
  );
  return (
    <GroupedList
      label="Problems"
      rows={ignorableLast(items)}
      groupOf={({ code }) => code}
      rowId={rowId}
      title={([one]) => KINDS[one.code]?.title ?? messageOf(one)}
      summary={() => null}
      unit={["problem", "problems"]}
      about={([{ code }]) => (
        <>
          {common.get(code)} {KINDS[code]?.advice}
        </>
      )}
      row={(one) => (
        <Problem of={one} message={common.get(one.code) !== undefined ? undefined : messageOf(one)} />
      )}
    />
  );
}

interface ProblemProps {
  of: RepositoryProblem;
  /** Undefined where the heading of the group says it. */
  message: string | undefined;
}

/** A file, and what is wrong with it. */
function Problem({ of: { repository, file, line }, message }: ProblemProps) {
  return (
    <span className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-3">
      <RepositoryLink {...repository} />
      {file === null ? (
        <span className="text-faint">–</span>
      ) : (
        <DeclarationLocation repositoryId={repository.id} file={file} line={line} />
      )}
      {message !== undefined && (
        <span className="line-clamp-3 text-muted" title={message}>
          {message}
        </span>
      )}
    </span>
  );
}
