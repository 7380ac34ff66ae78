import type { Page } from "@knockon/contract/client";
import { listArtifactConsumers } from "@knockon/contract/operations/artifact";
import type { Artifact } from "@knockon/contract/resources/artifact";
import { DEPENDENCY_ROLES, MENTION_ROLES } from "@knockon/contract/vocabulary/role";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { useState } from "react";
import {
  COMPARISON_WORDS,
  ComparisonLabel,
  comparisonOf,
  comparisonsOf,
  type Consumer,
  countByComparison,
  AHEAD_NOTE,
  LOOKS,
  usesOf,
} from "./standings.tsx";
import { earliestFirst } from "./consumer-order.ts";
import { useConsumers } from "./use-timing.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { RequireFeature } from "../../components/access.tsx";
import { ConditionalClock, VersionCell } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Bars } from "../../components/figures.tsx";
import { Help } from "../../components/help.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { OwnerName } from "../../components/owner-name.tsx";
import { Section } from "../../components/page-header.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { Versions } from "../../components/versions.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { ownerInWords } from "../../format/words.ts";
import { GroupedList } from "../../list/grouped-list.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { versionsOf } from "../../subject/deciding.ts";
import { useArrivals } from "../../subject/use-arrivals.ts";
import { conditionInBrief, conditionInWords } from "../impact/impact-condition.ts";

const route = getRouteApi("/w/$slug/artifacts/$artifactId");

interface OfArtifact {
  artifact: Artifact;
  /** Whether no new release is expected, which then arrives at no time. Undefined until known. */
  isArchived: boolean | undefined;
}

export const ArtifactConsumers = (of: OfArtifact) => (
  <RequireFeature
    feature="artifact_dashboard"
    title="Artifact consumers"
    promise="See every repository that uses this artifact, with the file, line and version."
  >
    <ConsumerList {...of} />
    {of.artifact.consumer_count > of.artifact.dependent_count && <Mentions {...of} />}
  </RequireFeature>
);

function ConsumerList({ artifact, isArchived }: OfArtifact) {
  const { api } = useWorkspace();
  const { tab: _tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    ...pageQuery(search),
    role: DEPENDENCY_ROLES.join(","),
    ...(search.q !== undefined && { q: search.q }),
  };
  const input = { params: { artifact_id: artifact.id }, query };
  const found = useQuery({
    ...api.queryPage(listArtifactConsumers, input),
    placeholderData: keepPreviousData,
    select: ({ items, total }): Page<Consumer[]> => ({ items: items.consumers, total }),
  });
  return (
    <ListPage
      noun="consumers"
      query={found}
      columns={[]}
      rowId={({ repository, source_file, source_line, version_constraint }) =>
        `${repository.id} ${source_file}:${source_line} ${version_constraint}`
      }
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      filterLabel="Search repositories and versions"
      onExport={() => api.exportCsv(listArtifactConsumers, input)}
      empty={
        <EmptyState icon={Users} title="No consumers">
          No scanned repository uses this artifact. New consumers appear after their next scan.
        </EmptyState>
      }
    >
      {(items) => <ConsumerGroups artifact={artifact} isArchived={isArchived} items={items} />}
    </ListPage>
  );
}

/** Declarations that depend on nothing, such as links and comments. Loaded when opened. */
function Mentions({ artifact, isArchived }: OfArtifact) {
  const { api } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({
    ...api.queryPage(listArtifactConsumers, usesOf(artifact, MENTION_ROLES)),
    enabled: isOpen,
  });
  return (
    <div className="mt-6">
      <Section
        title={`Mentions ${formatCount(artifact.consumer_count - artifact.dependent_count)}`}
        aside={
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide mentions" : "Show mentions"}
          </Button>
        }
      >
        <p className="mb-2 text-13 text-muted">
          Repositories that only name it in documentation, fixtures or vendored copies. A change does not
          reach them.
        </p>
        {isOpen && (
          <Loaded query={found} skeleton={<TableSkeleton rows={3} />}>
            {({ items }) => (
              <ConsumerGroups
                label="Mentions"
                artifact={artifact}
                isArchived={isArchived}
                items={items.consumers}
              />
            )}
          </Loaded>
        )}
      </Section>
    </div>
  );
}

/** Columns from `sm` on. */
const WIDTHS = { timing: "sm:w-31", version: "sm:w-24", comparison: "sm:w-30" } as const;

interface ConsumerGroupsProps extends OfArtifact {
  label?: string;
  items: readonly Consumer[];
}

/** Consumers grouped by repository: the tab counts repositories, and each may declare the artifact in many files. */
function ConsumerGroups({ label = "Consumers", artifact, isArchived, items }: ConsumerGroupsProps) {
  const { slug } = useWorkspace().workspace;
  // What nothing of the workspace produces has no impact.
  const arrivals = useArrivals(artifact.source_repository && { artifact_id: artifact.id });
  // Rows would change their height when owners arrive.
  if (arrivals === undefined || isArchived === undefined)
    return <TableSkeleton rows={Math.min(items.length, 12)} />;
  const isTimed = arrivals.size > 0 && !isArchived;
  return (
    <GroupedList
      label={label}
      rows={earliestFirst(items, arrivals)}
      header={
        <>
          <span className="min-w-0 flex-1 pl-6">Repository</span>
          {isTimed && (
            <span className={cx("flex items-center", WIDTHS.timing)}>
              Timing <Help of="clock" />
            </span>
          )}
          <span className={WIDTHS.version}>Version</span>
          <span className={WIDTHS.comparison}>Status</span>
          <span className="min-w-12 text-right max-md:hidden">Files</span>
        </>
      }
      countWidth="sm:max-md:hidden md:min-w-12"
      groupOf={({ repository }) => repository.id}
      rowId={({ source_file, source_line, version_constraint }) =>
        `${source_file}:${source_line} ${version_constraint}`
      }
      count={(rows) => (
        // On a phone, one file would take a separate line.
        <span className={rows.length === 1 ? "max-sm:sr-only" : undefined}>
          {formatCount(rows.length)}
          <span className="sm:sr-only"> {rows.length === 1 ? "file" : "files"}</span>
        </span>
      )}
      title={([{ repository }, ...others]) => {
        const owner = arrivals.get(repository.id)?.owner;
        return (
          <span className="flex min-w-0 flex-col">
            <TruncatedName text={repository.full_path} />
            <span className="flex min-w-0 text-12 font-normal text-muted">
              {owner && <OwnerName name={ownerInWords(owner.names)} source={owner.source} narrow="window" />}
              {others.length > 0 && (
                // Where the column of files would leave no room for the name.
                <span className="hidden shrink-0 whitespace-pre sm:max-md:inline">
                  {owner && " · "}
                  {formatCount(others.length + 1)} files
                </span>
              )}
            </span>
          </span>
        );
      }}
      summary={(rows) => {
        const { clock, archived } = arrivals.get(rows[0].repository.id) ?? {};
        return (
          <>
            {isTimed && (
              <span className={WIDTHS.timing}>
                {clock && (
                  <ConditionalClock
                    clock={clock}
                    isArchived={archived}
                    condition={conditionInWords({ clock, clock_evidence: rows[0] })}
                    brief={conditionInBrief({ clock, clock_evidence: rows[0] })}
                  />
                )}
              </span>
            )}
            <Versions all={versionsOf(rows)} className={WIDTHS.version} />
            <span className={cx("flex flex-wrap gap-1", WIDTHS.comparison)}>
              {comparisonsOf(rows).map((use) => (
                <ComparisonLabel
                  key={comparisonOf(use)}
                  of={comparisonOf(use)}
                  state={use.version_constraint_state}
                />
              ))}
            </span>
          </>
        );
      }}
      about={([{ repository }]) => (
        <Link
          to="/w/$slug/repositories/$repositoryId"
          params={{ slug, repositoryId: repository.id }}
          className="text-accent hover:underline"
        >
          Open {repository.full_path}
        </Link>
      )}
      row={({ repository, source_file, source_line, import_count, ...consumer }) => (
        <span className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-[10rem_minmax(0,1fr)]">
          <VersionCell state={consumer.version_constraint_state} constraint={consumer.version_constraint} />
          <DeclarationLocation
            repositoryId={repository.id}
            file={source_file}
            line={source_line}
            raw={
              import_count > 1 ? countOf(import_count, "declaration", "declarations in this file") : undefined
            }
          />
        </span>
      )}
    />
  );
}

interface ConsumerStatesProps {
  artifact: Artifact;
  /** Whether nothing else on the page explains what is ahead. */
  explains: boolean;
}

/** Counts of consumers by how they compare with the latest version. Renders nothing without all consumers or if the plan excludes them. */
export function ConsumerStates({ artifact, explains }: ConsumerStatesProps) {
  const consumers = useConsumers(artifact);
  if (!consumers) return null;
  const counts = countByComparison(consumers);
  return (
    <Section title="Consumers by status">
      <Bars
        total={counts.reduce((sum, { count }) => sum + count, 0)}
        bars={counts.map(({ comparison, count }) => ({
          key: comparison,
          value: count,
          label: COMPARISON_WORDS[comparison],
          tone: LOOKS[comparison]?.tone ?? "neutral",
        }))}
      />
      <p className="mt-2 text-12 text-muted">
        Each repository counts once, by its use that is furthest behind.
      </p>
      {explains && counts.some(({ comparison }) => comparison === "ahead") && (
        <p className="mt-2 text-12 text-muted">{AHEAD_NOTE}</p>
      )}
    </Section>
  );
}
