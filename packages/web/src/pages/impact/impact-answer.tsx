import { countArchived } from "@knockon/contract/check/words";
import type { Impact } from "@knockon/contract/resources/impact";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { useNavigate } from "@tanstack/react-router";
import { ChartNoAxesColumn, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { AffectedGroup, AffectedHeader, MoreRow } from "./affected-list.tsx";
import { ImpactCaveats, Unscanned, UnusedPaths } from "./impact-caveats.tsx";
import { byClock, byDistance, byOwner, byWave, cyclesOf, type RowGroup, totalsOf } from "./impact-groups.ts";
import type { NameOwner } from "./impact-owners.ts";
import { asksForMentions, type ImpactSearch, isFiltered, UNFILTERED } from "./impact-search.ts";
import { ImpactSummary } from "./impact-summary.tsx";
import { countMay } from "./impact-condition.ts";
import { countByClock, isUnscanned, hasSeveralRoles } from "./impact-text.ts";
import { type Followers, followersOf } from "./impact-followers.ts";
import { useOrgsOfDoubled } from "./use-doubled.ts";
import { isListed, type ListedImpact, restrictTo } from "./use-impact.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { nextRunInBrief } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { Help } from "../../components/help.tsx";
import { TabLinks } from "../../components/page-header.tsx";
import { countOf } from "../../format/format.ts";
import { sentenceCase, timingLabel } from "../../format/words.ts";

const GROUPS = [
  { value: "distance", text: "By distance" },
  { value: "wave", text: "By rollout wave" },
  { value: "owner", text: "By owner" },
  { value: "clock", text: "By timing" },
] as const;

const GROUP_ROWS = { distance: byDistance, wave: byWave, clock: byClock } as const;

interface ImpactAnswerProps extends ListedImpact {
  /** Of all timings. */
  whole: ListedImpact;
  nameOwner: NameOwner;
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
  const { whole, nameOwner, search, isOutdated, isLoadingMore, onMore } = props;
  const isMentions = asksForMentions(search);
  const followers = followersOf(!isMentions && isListed(whole) ? whole.impact.affected : []);
  const asked = countByClock(whole.impact.summary).find(({ clock }) => clock === search.clock);
  const { count: following = 0 } = (asked && followers.get(asked.clock)) ?? {};
  // A link to a clock alone leads to the tab of that name, without those that follow.
  const follows = search.follows ?? (asked && following > 0 && following < asked.count ? false : undefined);
  const { impact, total } = restrictTo(props, follows);
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const { affected, summary } = impact;
  const passesOn = affected.some(({ onward }) => onward !== undefined && onward.repositories > 0);
  const ofUsers = !isMentions && !passesOn && affected.some(({ onward }) => (onward?.dependents ?? 0) > 0);
  const columns = {
    hasOwner: isMentions || search.group !== "owner",
    hasAuthors: affected.some(({ owner }) => owner?.source === "main_author"),
    hasDistance: !isMentions && search.group !== undefined,
    hasOnward: passesOn || ofUsers,
    ofUsers,
    hasRoles: hasSeveralRoles(whole.impact.summary),
    hasFastOnward: affected.some(({ onward }) => onward !== undefined && onward.next_run > 0),
  };
  const hasFollowers = followers.size > 0;
  const cycles = cyclesOf(affected);
  const orgOf = useOrgsOfDoubled(impact);
  const [isSummaryOpen, setSummaryOpen] = useState(false);
  const totals = isMentions || follows !== undefined ? undefined : totalsOf(summary, search);
  const group = isMentions ? "distance" : (search.group ?? "distance");
  const groupRows = (rows: ListedImpact["impact"]["affected"]): RowGroup[] =>
    group === "owner" ? byOwner(rows, nameOwner) : GROUP_ROWS[group](rows, totals);
  const groups = groupRows(affected);
  const isOpenEnded =
    affected.length < total && groups.every(({ rows, total: all = 0 }) => rows.length >= all);
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
          {isFiltered(search) ? " and timing" : ""}.
        </EmptyState>
      ) : (
        <div className="grid gap-x-8 lg:grid-cols-[minmax(0,1fr)_16rem] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0">
            <div
              className={cx(
                "flex items-start justify-between gap-x-4 max-sm:flex-wrap max-sm:gap-x-2",
                // Beside five tabs, a tablet has no room.
                hasFollowers && "max-lg:flex-wrap",
              )}
            >
              {/* On a phone, the tabs are smaller and wrap, so that all timings and their counts are seen. */}
              <div
                className={cx(
                  hasFollowers && "max-lg:w-full",
                  "min-w-0 grow max-sm:w-full max-sm:[&_a]:h-8 max-sm:[&_a]:px-1 max-sm:[&_a]:text-12 max-sm:[&_nav]:mb-2 max-sm:[&_nav]:flex-wrap max-sm:[&_nav]:gap-0.5 max-sm:[&_nav]:mask-none max-sm:[&_nav]:pr-0",
                )}
              >
                {!isMentions && <TimingTabs summary={summary} followers={followers} search={search} />}
              </div>
              <span
                className={cx("flex shrink-0 gap-2 max-sm:mb-2 max-sm:w-full", hasFollowers && "max-lg:mb-2")}
              >
                {!isMentions && (
                  <Select
                    bare
                    label="Group by"
                    value={search.group ?? "distance"}
                    options={GROUPS}
                    onChange={(chosen) => look({ group: chosen === "distance" ? undefined : chosen })}
                  />
                )}
                {!isMentions && (
                  <span className="flex items-center sm:hidden">
                    <Help of="order" />
                  </span>
                )}
                <span className="lg:hidden">
                  <Button
                    icon={ChartNoAxesColumn}
                    aria-expanded={isSummaryOpen}
                    onClick={() => setSummaryOpen(!isSummaryOpen)}
                  >
                    Summary
                  </Button>
                </span>
              </span>
            </div>
          </div>
          <ImpactSummary whole={whole} search={search} nameOwner={nameOwner} isOpen={isSummaryOpen} />
          <div className="@container min-w-0">
            <AffectedHeader columns={columns} isMentions={isMentions} />
            {groups.map((rows) => (
              <AffectedGroup
                key={rows.id}
                group={rows}
                columns={columns}
                isMentions={isMentions}
                cycles={cycles}
                orgOf={orgOf}
                byOwner={{ ...search, group: "owner", open: undefined }}
                nameOwner={nameOwner}
                open={search.open}
                onOpen={(open) => look({ open })}
                isLoadingMore={isLoadingMore}
                onAll={() =>
                  void onMore(({ impact: listed }) => isWhole(groupRows(listed.affected), rows.id))
                }
              />
            ))}
            {isOpenEnded && (
              <div className="mt-4 overflow-clip rounded-md border [&>button]:border-t-0">
                <MoreRow
                  count={total - affected.length}
                  isLoading={isLoadingMore}
                  onMore={() => void onMore(({ impact: listed }) => listed.affected.length > affected.length)}
                />
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** Whether all repositories of a group are listed. */
const isWhole = (groups: readonly RowGroup[], id: string): boolean =>
  groups.some((group) => group.id === id && group.rows.length >= (group.total ?? 0));

interface TimingTabsProps {
  summary: Impact["summary"];
  followers: ReadonlyMap<Clock, Followers>;
  search: ImpactSearch;
}

/** Tabs on a phone. */
const BRIEF: Record<Clock, string> = {
  next_run: "Next run",
  next_update: "Next update",
  bump: "Bump",
  unknown: "Unknown",
};

/** The tab of those of a clock that edit nothing. */
const afterTab = (clock: Clock) => `after ${clock}` as const;

type Tab = Clock | ReturnType<typeof afterTab> | typeof ARCHIVED;

function filterOf(tab: Tab | undefined, followers: ReadonlyMap<Clock, Followers>): Partial<ImpactSearch> {
  if (tab === undefined) return {};
  if (tab === ARCHIVED) return { archived: true };
  const clock = CLOCKS.find((one) => tab === one || tab === afterTab(one));
  return { clock, ...(clock !== undefined && followers.has(clock) && { follows: tab !== clock }) };
}

/** The tab of archived repositories. */
const ARCHIVED = "archived" as const;

/** Filters by timing. The counts are those of all pages. */
function TimingTabs({ summary, followers, search }: TimingTabsProps) {
  const { slug } = useWorkspace().workspace;
  const may = countMay(summary);
  const archived = countArchived(summary);
  return (
    <TabLinks
      label="Filter by timing"
      tabs={[
        { id: undefined, text: "All", count: summary.direct + summary.transitive },
        ...countByClock(summary).flatMap(({ clock, count }) => {
          const { count: following = 0, words = "" } = followers.get(clock) ?? {};
          const own = {
            id: clock,
            text: sentenceCase(timingLabel(clock, clock === "next_run" && may === count)),
            brief: clock === "next_run" && may === count ? "Maybe" : BRIEF[clock],
            count: clock === "next_run" && may < count ? nextRunInBrief(count, may) : count - following,
          };
          const after = {
            id: afterTab(clock),
            text: sentenceCase(words),
            brief: "After",
            count: following,
          };
          return [...(count > following ? [own] : []), ...(following > 0 ? [after] : [])];
        }),
        ...(archived === 0 ? [] : [{ id: ARCHIVED, text: "Archived", count: archived }]),
      ]}
      current={
        search.archived === true
          ? ARCHIVED
          : search.clock !== undefined && search.follows === true
            ? afterTab(search.clock)
            : search.clock
      }
      link={(id) => ({
        to: "/w/$slug/impact" as const,
        params: { slug },
        search: {
          ...search,
          ...UNFILTERED,
          ...filterOf(id, followers),
          open: undefined,
        },
      })}
    />
  );
}
