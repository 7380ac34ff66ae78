import { describeKind, EFFECT_WORDS } from "@knockon/contract/check/words";
import { listLatentBreaks } from "@knockon/contract/operations/check";
import type { LatentBreak } from "@knockon/contract/resources/check";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useWorkspace } from "../../api/workspace.ts";
import { ClockBadge } from "../../components/badges.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Select } from "../../components/fields.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";
import { GroupedList } from "../../list/grouped-list.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, serverSort } from "../../list/list-search.ts";
import { OrgListPage } from "../../list/org-list-page.tsx";
import { OrgSelect } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/latent-breaks");

/** Sort orders. The first is the usual one. */
const ORDERS = [
  { id: "clock", sort: "clock", text: "Most urgent first" },
  { id: "name", sort: "name", text: "By missing name" },
  { id: "consumer", sort: "consumer", text: "By consumer" },
  { id: "confidence", sort: "confidence", text: "By confidence" },
] as const;
const ORDER_OPTIONS = ORDERS.map(({ id, text }) => ({
  value: id === "confidence" ? "-confidence" : id,
  text,
}));

export function LatentBreaksPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <OrgListPage
      title="Latent breaks"
      description="Names that repositories pass to an artifact or read from it, although its current version does not have them."
      named={connected_org_id}
      promise="Lines that fail with the current version of an artifact appear here."
    >
      {(org, orgs) => <LatentBreaksOfOrg org={org} orgs={orgs} />}
    </OrgListPage>
  );
}

/** The latent breaks of an organization, grouped by the missing name. */
function LatentBreaksOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { api } = useWorkspace();
  const { connected_org_id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    ...pageQuery(search),
    ...(search.q !== undefined && { q: search.q }),
    ...serverSort(ORDERS, search.sort ?? "clock"),
  };
  const params = { connected_org_id: org.id };
  const found = useQuery({
    ...api.queryPage(listLatentBreaks, { params, query }),
    placeholderData: keepPreviousData,
  });
  const show = (next: typeof search): void =>
    void navigate({ search: { connected_org_id, ...next }, replace: true });
  return (
    <ListPage
      noun="latent breaks"
      query={found}
      columns={[]}
      rowId={rowId}
      search={search}
      onSearch={show}
      filterLabel="Search repositories and names"
      filters={
        <>
          <OrgSelect
            org={org}
            orgs={orgs}
            onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
          />
          <Select
            bare
            label="Order"
            value={search.sort ?? "clock"}
            options={ORDER_OPTIONS}
            onChange={(sort) =>
              show({ ...search, sort: sort === "clock" ? undefined : sort, page: undefined })
            }
          />
        </>
      }
      onExport={() => api.exportCsv(listLatentBreaks, { params, query })}
      empty={
        <EmptyState icon={CircleCheck} title="No latent breaks">
          A latent break is a line that passes or reads a name, such as an input or a variable, that the
          current version of an artifact does not have. The repositories of {org.name} have none.
        </EmptyState>
      }
    >
      {(items) => <Breaks items={items} />}
    </ListPage>
  );
}

const rowId = ({
  consumer,
  use,
  producer_artifact: { artifact_type, name: artifact },
  kind,
  name,
}: LatentBreak) =>
  [consumer.id, use.file, use.line, use.declaration.line, artifact_type, artifact, kind, name].join(" ");

const Breaks = ({ items }: { items: readonly LatentBreak[] }) => (
  <GroupedList
    label="Latent breaks"
    unit={["line", "lines"]}
    rows={items}
    groupOf={({ producer, producer_artifact: { artifact_type, name: artifact }, kind, name }) =>
      [producer.id, artifact_type, artifact, kind, name].join(" ")
    }
    rowId={rowId}
    title={([{ kind, name, producer_artifact: artifact }]) => (
      <span className="flex min-w-0 flex-col">
        <TruncatedName text={name} />
        <span className="truncate text-12 font-normal text-muted" title={artifact.name}>
          {describeKind(kind)} of {artifact.name}
        </span>
      </span>
    )}
    summary={(rows) => (
      <>
        <span className="text-12 whitespace-nowrap">
          {countOf(new Set(rows.map(({ consumer }) => consumer.id)).size, "repository", "repositories")}
        </span>
        {[...new Set(rows.map(({ clock }) => clock))].map((clock) => (
          <ClockBadge key={clock} clock={clock} />
        ))}
      </>
    )}
    row={(one) => <Break found={one} />}
  />
);

/** The line of a consumer, when it fails and how. */
function Break({ found: { consumer, use, owner, clock, effect, confidence } }: { found: LatentBreak }) {
  const { slug } = useWorkspace().workspace;
  return (
    <span className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <span className="flex min-w-0 flex-col">
        <Link
          to="/w/$slug/repositories/$repositoryId"
          params={{ slug, repositoryId: consumer.id }}
          className="flex min-w-0 text-accent hover:underline"
        >
          <TruncatedName text={consumer.full_path} />
        </Link>
        <span className="text-12 text-muted">{sentenceCase(EFFECT_WORDS[effect])}</span>
      </span>
      <DeclarationLocation repositoryId={consumer.id} file={use.file} line={use.line} owner={owner} />
      <span className="flex items-center gap-3 text-12">
        <ClockBadge clock={clock} />
        <ConfidenceBar confidence={confidence} />
      </span>
    </span>
  );
}
