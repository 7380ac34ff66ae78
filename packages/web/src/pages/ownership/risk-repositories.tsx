import { listOwnershipRisks } from "@knockon/contract/operations/ownership";
import type { OwnershipRisk } from "@knockon/contract/resources/ownership";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { NO_THRESHOLDS, NoOwnershipData } from "./no-ownership.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { Help } from "../../components/help.tsx";
import { Loading } from "../../components/loaded.tsx";
import { RepositoryOwner } from "../../components/owner-name.tsx";
import { countOf, formatCount, formatShare } from "../../format/format.ts";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, serverSort } from "../../list/list-search.ts";

type Risk = z.output<typeof OwnershipRisk>;

const COLUMNS = [
  {
    id: "repository",
    header: "Repository",
    width: "w-full",
    sort: "repository",
    cell: (risk) => (
      <span className="flex min-w-0 flex-col">
        <RepositoryRowLink id={risk.repository.id} text={risk.repository.full_path} tab="ownership" wraps />
        <span className="text-12 text-muted sm:hidden">
          Bus factor <Maintainers risk={risk} />
        </span>
        <span className="text-12 text-muted sm:hidden">
          {risk.bus_factor > 1 && `${othersOf(risk)} · `}
          {countOf(risk.dependent_repositories_total, "dependent", "dependents")}
        </span>
        <Owner risk={risk} />
      </span>
    ),
  },
  {
    id: "rests",
    header: "Bus factor",
    help: <Help of="busFactor" />,
    from: "sm",
    width: "min-w-60 lg:min-w-84",
    sort: "bus_factor",
    cell: (risk) => <Two first={<Maintainers risk={risk} />} second={othersInTotal(risk)} />,
  },
  {
    id: "dependents",
    header: "Dependents",
    align: "right",
    from: "sm",
    width: "min-w-28 lg:min-w-36",
    sort: "dependent_repositories_total",
    mostFirst: true,
    cell: ({ dependent_repositories_total, dependents_total }) => (
      <Two
        first={formatCount(dependent_repositories_total)}
        second={
          dependents_total !== dependent_repositories_total && (
            <span className="max-lg:hidden">{countOf(dependents_total, "declaration", "declarations")}</span>
          )
        }
      />
    ),
  },
  {
    id: "risk",
    header: "Risk",
    help: <Help of="risk" />,
    align: "right",
    width: "min-w-14 sm:min-w-20 lg:min-w-44",
    sort: "risk_score",
    mostFirst: true,
    cell: ({ risk_score }) => (
      <span className="flex items-center justify-end gap-3" title={`${risk_score} of 100`}>
        <span
          aria-hidden
          className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-hover max-lg:hidden"
        >
          <span className="block h-full rounded-full bg-slate" style={{ width: `${risk_score}%` }} />
        </span>
        <span className="min-w-7 font-medium">{Math.round(risk_score)}</span>
      </span>
    ),
  },
] as const satisfies Column<Risk>[];

/** The owner of CODEOWNERS. Where there is none, the main author is the owner, who is named as a maintainer. */
const Owner = ({ risk: { owner, repository } }: { risk: Risk }) => (
  <span className="text-12 wrap-anywhere text-muted">
    {owner?.source === "codeowners" ? (
      <>
        Owned by <RepositoryOwner owner={owner} path={repository.full_path} />
      </>
    ) : (
      "No code owner"
    )}
  </span>
);

/** `2: Jane Doe 46%`: the bus factor, and the main author with their share. */
const Maintainers = ({ risk: { bus_factor, top_author_name, top_author_share } }: { risk: Risk }) => (
  <span className="inline-flex max-w-full min-w-0 gap-x-1.5 align-bottom">
    <span className="tabular shrink-0">{formatCount(bus_factor)}:</span>
    <span className="truncate" title={top_author_name ?? undefined}>
      {top_author_name === null ? "Unknown" : <PersonName name={top_author_name} />}
    </span>
    <span className="tabular shrink-0 text-muted">{formatShare(top_author_share)}</span>
  </span>
);

/** `and 1 other`: who did half of the work with the main author. */
const othersOf = ({ bus_factor }: Risk): string => `and ${countOf(bus_factor - 1, "other", "others")}`;

/** `and 1 other, of 17 contributors`. */
const othersInTotal = (risk: Risk): string => {
  const contributors = `of ${countOf(risk.human_author_count, "contributor", "contributors")}`;
  return risk.bus_factor > 1 ? `${othersOf(risk)}, ${contributors}` : contributors;
};

/** What follows in parentheses, such as a role, is left out on narrow windows. */
function PersonName({ name }: { name: string }) {
  const at = name.search(/\s*\(.*\)$/u);
  if (at <= 0) return name;
  return (
    <>
      {name.slice(0, at)}
      <span className="max-lg:hidden">{name.slice(at)}</span>
    </>
  );
}

const Two = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="flex flex-col">
    <span className="truncate">{first}</span>
    <span className="truncate text-12 text-muted">{second}</span>
  </span>
);

const route = getRouteApi("/w/$slug/ownership");

/** The sort order without one in the URL. Equal ones, since the risk has a maximum, are in the order of their dependents. */
const RISKIEST_FIRST = "-risk";

/** Repositories at risk, with adjustable thresholds. */
export function RiskRepositories({ orgId }: { orgId: string }) {
  const { api } = useWorkspace();
  const { connected_org_id, by: _by, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { min_dependents, max_bus_factor } = search;
  const params = { connected_org_id: orgId };
  const query = {
    ...pageQuery(search),
    ...(search.q !== undefined && { q: search.q }),
    ...serverSort(COLUMNS, search.sort ?? RISKIEST_FIRST),
    include: "owner" as const,
    ...(min_dependents !== undefined && { min_dependents }),
    ...(max_bus_factor !== undefined && { max_bus_factor }),
  };
  const found = useQuery({
    ...api.queryPage(listOwnershipRisks, { params, query }),
    placeholderData: keepPreviousData,
  });
  const show = (next: typeof search): void =>
    void navigate({ search: { ...next, connected_org_id }, replace: true });
  return (
    <>
      <ListPage
        noun="repositories"
        query={found}
        columns={COLUMNS}
        rowId={({ repository }) => repository.id}
        search={search}
        onSearch={show}
        usualSort={RISKIEST_FIRST}
        filterLabel="Search repositories and people"
        filters={
          <>
            <ThresholdChoice
              label="Minimum dependents"
              usual="Most-used"
              value={min_dependents}
              options={[
                { value: 0, text: "Any dependents" },
                { value: 1, text: "1 or more dependents" },
                { value: 5, text: "5 or more dependents" },
                { value: 10, text: "10 or more dependents" },
                { value: 25, text: "25 or more dependents" },
              ]}
              inWords={(value) => `${formatCount(value)} or more dependents`}
              onChange={(value) => show({ ...search, page: undefined, min_dependents: value })}
            />
            <ThresholdChoice
              label="Maximum bus factor"
              usual="Bus factor 1 or 2"
              value={max_bus_factor}
              options={[
                { value: 1, text: "Bus factor 1" },
                { value: 3, text: "Bus factor up to 3" },
                { value: 5, text: "Bus factor up to 5" },
                { value: NO_THRESHOLDS.max_bus_factor, text: "Any bus factor" },
              ]}
              inWords={(value) => `Bus factor up to ${value}`}
              onChange={(value) => show({ ...search, page: undefined, max_bus_factor: value })}
            />
          </>
        }
        onExport={() => api.exportCsv(listOwnershipRisks, { params, query })}
        empty={<NothingAtRisk orgId={orgId} onAll={() => show(NO_THRESHOLDS)} />}
      />
    </>
  );
}

/** Distinguishes "no risks" from "no data". */
function NothingAtRisk({ orgId, onAll }: { orgId: string; onAll: () => void }) {
  const { api } = useWorkspace();
  const params = { connected_org_id: orgId };
  const { data } = useQuery(
    api.queryPage(listOwnershipRisks, { params, query: { ...NO_THRESHOLDS, limit: 1 } }),
  );
  if (!data) {
    return (
      <Loading>
        <div className="min-h-44" />
      </Loading>
    );
  }
  if (data.total === 0) return <NoOwnershipData />;
  return (
    <EmptyState
      icon={ShieldCheck}
      title="No ownership risks"
      action={<Button onClick={onAll}>Show all {countOf(data.total, "repository", "repositories")}</Button>}
    >
      No repository has many dependents (at least 5, and more than most repositories here) and a bus factor of
      1 or 2.
    </EmptyState>
  );
}

interface ThresholdSelectProps {
  label: string;
  /** Label of the server's default. */
  usual: string;
  value: number | undefined;
  options: readonly { value: number; text: string }[];
  /** Label of a value in the URL that is not an option. */
  inWords: (value: number) => string;
  onChange: (value: number | undefined) => void;
}

/** Selects a threshold. */
function ThresholdChoice({ label, usual, value, options, inWords, onChange }: ThresholdSelectProps) {
  const isListed = value === undefined || options.some((option) => option.value === value);
  const shown = isListed ? options : [...options, { value, text: inWords(value) }];
  return (
    <Select
      bare
      label={label}
      value={value === undefined ? "" : String(value)}
      options={[
        { value: "", text: usual },
        ...shown.map((one) => ({ value: String(one.value), text: one.text })),
      ]}
      onChange={(next) => onChange(next === "" ? undefined : Number(next))}
    />
  );
}
