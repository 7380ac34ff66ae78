import { describeKind, EFFECT_WORDS } from "@knockon/contract/check/words";
import { listLatentBreaks } from "@knockon/contract/operations/check";
import { getConnectedOrgStats } from "@knockon/contract/operations/connected-org";
import type { LatentBreak } from "@knockon/contract/resources/check";
import type { LineOwner } from "@knockon/contract/resources/fields";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { isVersioned, READ_BY_SCANS } from "@knockon/contract/vocabulary/interface";
import { OWNER_SOURCES } from "@knockon/contract/vocabulary/owner";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowRight, CircleCheck } from "lucide-react";
import { countConsumers, effectsInWords, groupOf, groupsByUrgency } from "./break-groups.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { ClockBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { cx } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Select } from "../../components/fields.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { Help } from "../../components/help.tsx";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { OwnerWords } from "../../components/owner-name.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import {
  inHeading,
  ownerInWords,
  pluralOf,
  READ_BY_SCANS_IN_WORDS,
  sentenceCase,
  withoutRegistry,
} from "../../format/words.ts";
import { RepositoryLink } from "../../list/columns.tsx";
import { GroupedList } from "../../list/grouped-list.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, serverSort } from "../../list/list-search.ts";
import { OrgListPage } from "../../list/org-list-page.tsx";
import { OrgSelect } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/latent-breaks");

/** Sort orders. The first is the usual one. */
const ORDERS = [
  { id: "clock", sort: "clock", text: "Most urgent first" },
  { id: "name", sort: "name", text: "By name" },
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
  const all = useQuery({
    ...api.queryPage(listLatentBreaks, { params, query: { limit: 1 } }),
    enabled: search.q !== undefined && found.data?.items.length === 0,
  });
  const isEmpty = found.data?.items.length === 0 && (search.q === undefined || all.data?.items.length === 0);
  const show = (next: typeof search): void =>
    void navigate({ search: { connected_org_id, ...next }, replace: true });
  return (
    <ListPage
      noun="latent breaks"
      totalInWords={(total) => countOf(total, "line", "lines")}
      query={found}
      columns={[]}
      rowId={rowId}
      search={isEmpty ? { ...search, q: undefined } : search}
      onSearch={show}
      {...(!isEmpty && { filterLabel: "Search repositories and names" })}
      filters={
        (!isEmpty || orgs.length > 1) && (
          <>
            <OrgSelect
              org={org}
              orgs={orgs}
              onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
            />
            {!isEmpty && (
              <Select
                bare
                label="Order"
                value={search.sort ?? "clock"}
                options={ORDER_OPTIONS}
                onChange={(sort) =>
                  show({ ...search, sort: sort === "clock" ? undefined : sort, page: undefined })
                }
              />
            )}
          </>
        )
      }
      onExport={() => api.exportCsv(listLatentBreaks, { params, query })}
      empty={<NoBreaks org={org} />}
    >
      {(items) => <Breaks items={search.sort === undefined ? groupsByUrgency(items).flat() : items} />}
    </ListPage>
  );
}

const IS_READ: ReadonlySet<string> = new Set(READ_BY_SCANS);

/** Other types that are named. */
const NAMED_TYPES = 3;

/** Says for how many dependencies there are none, and which are not checked. */
function NoBreaks({ org }: { org: ConnectedOrg }) {
  const { api } = useWorkspace();
  const stats = useQuery(api.query(getConnectedOrgStats, { params: { connected_org_id: org.id } }));
  return (
    <Loaded query={stats} skeleton={<SkeletonBlock className="h-52" />}>
      {({ by_dependency_type, dependencies }) => {
        const types = Object.entries(by_dependency_type).toSorted(([, a], [, b]) => b - a);
        const sumOf = (counts: typeof types): number => counts.reduce((sum, [, count]) => sum + count, 0);
        const others = types.filter(([type]) => !IS_READ.has(type));
        const read = dependencies - sumOf(others);
        const named = others
          .slice(0, NAMED_TYPES)
          .map(([type, count]) => `${pluralOf(inHeading(type))} (${formatCount(count)})`);
        const rest = sumOf(others.slice(NAMED_TYPES));
        return (
          <EmptyState
            icon={CircleCheck}
            title={`No latent breaks in ${countOf(read, "dependency", "dependencies")}`}
          >
            Scans read the names of {READ_BY_SCANS_IN_WORDS}. {org.name} has{" "}
            {countOf(read, "dependency", "dependencies")} on these
            {others.length === 0
              ? "."
              : `, and ${formatCount(sumOf(others))} whose names are not read: ${named.join(", ")}${rest === 0 ? "" : ` and ${countOf(rest, "other", "others")}`}.`}
          </EmptyState>
        );
      }}
    </Loaded>
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

/** Columns from `sm` on, of which consumers are below the artifact until `lg`. */
const WIDTHS = { consumers: "max-lg:hidden lg:w-64 xl:w-80", timing: "sm:w-36 lg:w-60" } as const;

interface OfRows {
  rows: readonly [LatentBreak, ...LatentBreak[]];
}

/** The name of the only consumer, or the number of consumers, and the owners. The arrow says that it follows the artifact. */
const Consumers = ({ rows }: OfRows) => (
  <span className="flex min-w-0 gap-1.5 text-text">
    <ArrowRight aria-hidden className="mt-0.75 size-3.5 shrink-0 text-muted" />
    <span className="sr-only">used by</span>
    <span className="flex min-w-0 flex-col">
      {countConsumers(rows) === 1 ? (
        <BreakableName text={rows[0].consumer.full_path} />
      ) : (
        <span className="whitespace-nowrap">
          {countOf(countConsumers(rows), "repository", "repositories")}
        </span>
      )}
      <Owners rows={rows} />
    </span>
  </span>
);

/** Who owns the lines of the consumers, those in CODEOWNERS first. Not cut, since owners often differ only at the end. */
function Owners({ rows }: OfRows) {
  const rankOf = ({ source }: LineOwner): number => OWNER_SOURCES.indexOf(source);
  const owners = rows.flatMap(({ owner }) => owner ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
  const [first] = owners;
  if (first === undefined) return null;
  const names = [...new Set(owners.flatMap((owner) => owner.names))];
  return (
    <span className="min-w-0 text-12 wrap-anywhere text-muted" title={names.join(", ")}>
      <OwnerWords name={ownerInWords(names)} source={first.source} />
    </span>
  );
}

/** When consumers get the current version, and how they fail then. Several timings have the number of their consumers. */
function WhenAndHow({ rows }: OfRows) {
  const byClock = Map.groupBy(rows, ({ clock }) => clock);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <span className="flex flex-wrap gap-1">
        {byClock.size === 1 ? (
          <ClockBadge clock={rows[0].clock} />
        ) : (
          CLOCKS.flatMap((clock) => {
            const ofClock = byClock.get(clock);
            return ofClock ? <ClockBadge key={clock} clock={clock} count={countConsumers(ofClock)} /> : [];
          })
        )}
      </span>
      <span className="text-12">{sentenceCase(effectsInWords(rows))}</span>
    </span>
  );
}

/** What is missing, above the lines that need it. */
const explain = ({ kind, name, producer_artifact: artifact }: LatentBreak): string =>
  isVersioned(kind)
    ? `The current version of ${artifact.name} does not support the version of ${name} that these lines require.`
    : `The current version of ${artifact.name} has no ${describeKind(kind)} "${name}". These lines pass or read it.`;

const Breaks = ({ items }: { items: readonly LatentBreak[] }) => (
  <GroupedList
    label="Latent breaks"
    header={
      <>
        <span className="min-w-0 flex-1 pl-6">
          Artifact<span className="lg:hidden"> and consumers</span>
        </span>
        {/* Above the names, which are after an arrow. */}
        <span className={cx("pl-5", WIDTHS.consumers)}>Consumers</span>
        <span className={cx("flex items-center", WIDTHS.timing)}>
          When and how it fails <Help of="clock" />
        </span>
        <span className="min-w-10 text-right">Lines</span>
      </>
    }
    count={(rows) => (
      <>
        {formatCount(rows.length)}
        <span className="sm:sr-only"> {rows.length === 1 ? "line" : "lines"}</span>
      </>
    )}
    rows={items}
    groupOf={groupOf}
    rowId={rowId}
    title={(rows) => {
      const [{ kind, name, producer_artifact: artifact }] = rows;
      return (
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex min-w-0 flex-col">
            <TruncatedName text={withoutRegistry(artifact.name)} />
            <span className="text-12 font-normal text-muted">
              {describeKind(kind)} <BreakableName text={name} />
            </span>
          </span>
          <span className="flex min-w-0 font-normal lg:hidden">
            <Consumers rows={rows} />
          </span>
        </span>
      );
    }}
    summary={(rows) => (
      <>
        <span className={WIDTHS.consumers}>
          <Consumers rows={rows} />
        </span>
        <span className={WIDTHS.timing}>
          <WhenAndHow rows={rows} />
        </span>
      </>
    )}
    countWidth="sm:min-w-10"
    about={(rows) => explain(rows[0])}
    row={(one) => <Break found={one} />}
  />
);

/** The line of a consumer, when it fails and how. */
function Break({ found: { consumer, use, owner, clock, effect, confidence } }: { found: LatentBreak }) {
  return (
    <span className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <span className="flex min-w-0 flex-col">
        <RepositoryLink {...consumer} />
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
