import type { Impact } from "@knockon/contract/resources/impact";
import { useNavigate } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { AffectedGroup, AffectedHeader } from "./affected-list.tsx";
import { ImpactCaveats, Unscanned, UnusedPaths } from "./impact-caveats.tsx";
import { byClock, byDistance, byOwner, byWave, cyclesOf, type RowGroup, totalsOf } from "./impact-groups.ts";
import { asksForMentions, type ImpactSearch } from "./impact-search.ts";
import { ImpactSummary } from "./impact-summary.tsx";
import { countByClock, isUnscanned } from "./impact-text.ts";
import { useOrgsOfDoubled } from "./use-doubled.ts";
import type { ListedImpact } from "./use-impact.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { TabLinks } from "../../components/page-header.tsx";
import { OrderLine } from "../../components/passes-on.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, sentenceCase } from "../../format/words.ts";
import { PAGE_SIZE } from "../../list/list-search.ts";

const GROUPS = [
  { value: "distance", text: "By distance" },
  { value: "wave", text: "By rollout wave" },
  { value: "owner", text: "By owner" },
  { value: "clock", text: "By timing" },
] as const;

const GROUP_ROWS = { distance: byDistance, wave: byWave, owner: byOwner, clock: byClock } as const;

interface ImpactAnswerProps extends ListedImpact {
  search: ImpactSearch;
  /** Another query is loading. */
  isOutdated: boolean;
  /** More repositories are loading. */
  isLoadingMore: boolean;
  /** Loads more repositories until those listed are enough. */
  onMore: (isEnough: (listed: ListedImpact) => boolean) => Promise<void>;
}

/** The affected repositories, with a summary next to them. */
export function ImpactAnswer(props: ImpactAnswerProps) {
  const { impact, total, search, isOutdated, isLoadingMore, onMore } = props;
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const { affected, summary } = impact;
  const isMentions = asksForMentions(search);
  const columns = {
    hasDistance: !isMentions && search.group !== undefined,
    hasOnward: affected.some(({ onward }) => onward !== undefined && onward.repositories > 0),
    hasFastOnward: affected.some(({ onward }) => onward !== undefined && onward.next_run > 0),
  };
  const cycles = cyclesOf(affected);
  const orgOf = useOrgsOfDoubled(impact);
  const groupRows = isMentions ? byDistance : GROUP_ROWS[search.group ?? "distance"];
  const totals = isMentions ? undefined : totalsOf(summary, search.clock);
  const look = (changes: Partial<ImpactSearch>): void =>
    void navigate({
      to: "/w/$slug/impact",
      params: { slug: workspace.slug },
      search: { ...search, ...changes },
      replace: true,
      resetScroll: false,
    });
  if (isUnscanned(impact)) return <Unscanned />;
  if (impact.unresolved.paths.length > 0) return <UnusedPaths impact={impact} />;
  return (
    <div className={cx("transition-opacity", isOutdated && "opacity-60")} aria-busy={isOutdated}>
      <ImpactCaveats impact={impact} />
      {total === 0 ? (
        <EmptyState
          icon={ShieldCheck}
          title={isMentions ? "No repositories mention it" : "No repositories affected"}
        >
          No dependents found within {countOf(impact.max_depth, "hop", "hops")} at the selected confidence
          {search.clock === undefined ? "" : " and timing"}.
        </EmptyState>
      ) : (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="@container min-w-0">
            {!isMentions && (
              <div className="flex items-start justify-between gap-x-4 max-sm:flex-wrap max-sm:gap-x-2">
                {/* On a phone, the tabs are smaller, use the margin and wrap, so that all timings and their counts are seen. */}
                <div className="min-w-0 grow max-sm:-mx-1 max-sm:w-[calc(100%+0.5rem)] max-sm:[&_a]:h-8 max-sm:[&_a]:gap-1 max-sm:[&_a]:px-1 max-sm:[&_a]:text-12 max-sm:[&_nav]:mb-2 max-sm:[&_nav]:flex-wrap max-sm:[&_nav]:gap-0 max-sm:[&_nav]:mask-none max-sm:[&_nav]:pr-0">
                  <TimingTabs summary={summary} search={search} />
                </div>
                <span className="shrink-0 max-sm:mb-1.5">
                  {" "}
                  <Select
                    bare
                    label="Group by"
                    value={search.group ?? "distance"}
                    options={GROUPS}
                    onChange={(group) => look({ group: group === "distance" ? undefined : group })}
                  />
                </span>
                <div className="self-center max-sm:mb-1.5 @lg:hidden sm:hidden">
                  <OrderLine {...columns} />
                </div>
              </div>
            )}
            <AffectedHeader columns={columns} isMentions={isMentions} />
            {groupRows(affected, totals).map((rows) => (
              <AffectedGroup
                key={rows.id}
                group={rows}
                columns={columns}
                isMentions={isMentions}
                cycles={cycles}
                orgOf={orgOf}
                byOwner={{ ...search, group: "owner", open: undefined }}
                open={search.open}
                onOpen={(open) => look({ open })}
                loaded={affected.length}
                isLoadingMore={isLoadingMore}
                onAll={() =>
                  void onMore(({ impact: listed }) => isWhole(groupRows(listed.affected, totals), rows.id))
                }
              />
            ))}
            {affected.length < total && (
              <MoreRows
                listed={affected.length}
                total={total}
                isLoading={isLoadingMore}
                onMore={() => void onMore(({ impact: listed }) => listed.affected.length > affected.length)}
              />
            )}
          </div>
          <ImpactSummary impact={impact} />
        </div>
      )}
    </div>
  );
}

/** Whether all repositories of a group are listed. */
const isWhole = (groups: readonly RowGroup[], id: string): boolean =>
  groups.some((group) => group.id === id && group.rows.length >= (group.total ?? 0));

interface MoreRowsProps {
  listed: number;
  total: number;
  isLoading: boolean;
  onMore: () => void;
}

/** Says how many repositories are listed, and lists the next ones. */
const MoreRows = ({ listed, total, isLoading, onMore }: MoreRowsProps) => (
  <div className="mt-3 flex items-center justify-between gap-3 text-13 text-muted">
    <span className="tabular">
      {formatCount(listed)} of {countOf(total, "repository", "repositories")}
    </span>
    <Button busy={isLoading} onClick={onMore}>
      Show {formatCount(Math.min(PAGE_SIZE, total - listed))} more
    </Button>
  </div>
);

/** Filters by timing. The counts are those of all pages. */
function TimingTabs({ summary, search }: { summary: Impact["summary"]; search: ImpactSearch }) {
  const { slug } = useWorkspace().workspace;
  return (
    <TabLinks
      label="Filter by timing"
      tabs={[
        { id: undefined, text: "All", count: summary.direct + summary.transitive },
        ...countByClock(summary).map(({ clock, count }) => ({
          id: clock,
          text: sentenceCase(CLOCK_WORDS[clock].label),
          count,
        })),
      ]}
      current={search.clock}
      link={(id) => ({
        to: "/w/$slug/impact" as const,
        params: { slug },
        search: { ...search, clock: id, open: undefined },
      })}
    />
  );
}
