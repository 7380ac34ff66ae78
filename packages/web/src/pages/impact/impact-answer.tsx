import { Menu as Primitive } from "@base-ui/react/menu";
import { getRepository } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Archive, Braces, Copy, FileText, Link2, Share2, ShieldCheck, Terminal } from "lucide-react";
import { Fragment } from "react";
import { AffectedGroup, AffectedHeader } from "./affected-list.tsx";
import { toCurl, toMarkdown } from "./copied-impact.ts";
import { byClock, byDistance, byOwner, byWave, cyclesOf, type RowGroup } from "./impact-groups.ts";
import {
  asksForMentions,
  changeQuery,
  graphQuery,
  type ImpactSearch,
  MENTIONS_QUERY,
  queryOf,
} from "./impact-search.ts";
import { ImpactSummary } from "./impact-summary.tsx";
import {
  countByClock,
  distanceInWords,
  impactSentence,
  isUnscanned,
  ownersInWords,
  type Piece,
} from "./impact-text.ts";
import { useOrgsOfDoubled } from "./use-doubled.ts";
import type { ListedImpact } from "./use-impact.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { Button, buttonLook } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { Notice } from "../../components/notice.tsx";
import { TabLinks } from "../../components/page-header.tsx";
import { showToast } from "../../components/toasts.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, sentenceCase } from "../../format/words.ts";
import { Menu, menuItemLook } from "../../frame/menu.tsx";
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

interface ImpactInWordsProps extends Pick<ImpactAnswerProps, "impact" | "search"> {
  /** The name of the selected artifact, if any. */
  artifact: string | undefined;
}

type ImpactHeadlineProps = ImpactInWordsProps & Pick<ImpactAnswerProps, "isOutdated">;

/** The impact in a sentence, and how far the repositories are. */
function describeImpact({ impact, artifact, search }: ImpactInWordsProps) {
  const subject = { root: impact.root.full_path, artifact, path: search.path, version: search.version };
  const isMentions = asksForMentions(search);
  return {
    sentence: impactSentence(subject, impact.summary, isMentions),
    distance: isMentions ? "" : distanceInWords(impact.summary, impact.max_depth),
  };
}

/** Leads to the graph, and copies the address and the impact. Nothing if the dependents are unknown. */
export function ImpactActions(props: ImpactInWordsProps) {
  const { impact, search } = props;
  if (isUnknown(impact)) return null;
  const { sentence, distance } = describeImpact(props);
  return (
    <>
      <span className="max-sm:hidden">
        <GraphLink impact={impact} search={search} />
      </span>
      <CopyImpact sentence={[...sentence, ` ${distance}`]} impact={impact} search={search} />
    </>
  );
}

/** The root of the impact. */
function useRootOf({ root }: Impact) {
  const { api } = useWorkspace();
  return useQuery(api.query(getRepository, { params: { repository_id: root.id } })).data;
}

/** Draws the same question: its root, its hops and what is followed. */
function GraphLink({ impact, search }: Pick<ImpactAnswerProps, "impact" | "search">) {
  const { slug } = useWorkspace().workspace;
  const root = useRootOf(impact);
  return (
    <Link
      to="/w/$slug/graph"
      params={{ slug }}
      search={graphQuery(search, impact, root)}
      className={buttonLook()}
    >
      <Share2 aria-hidden className="size-4" />
      View graph
    </Link>
  );
}

/** The impact in a sentence. Nothing if the dependents are unknown. */
export function ImpactHeadline({ isOutdated, ...props }: ImpactHeadlineProps) {
  const { slug } = useWorkspace().workspace;
  const { impact, search } = props;
  const root = useRootOf(impact);
  if (isUnknown(impact)) return null;
  const { sentence, distance } = describeImpact(props);
  const owners = asksForMentions(search) ? undefined : ownersInWords(impact);
  return (
    <div className={cx("mb-4 transition-opacity max-sm:mb-2", isOutdated && "opacity-60")}>
      <p className="text-16 text-pretty sm:text-20">
        {sentence.map((piece) =>
          typeof piece === "string" ? (
            piece
          ) : (
            <Fragment key={piece.of}>
              <code className="font-mono text-14 font-medium wrap-anywhere sm:text-16">{piece.code}</code>
              {piece.of === "root" && root?.archived === true && (
                <span
                  className="ml-2 inline-flex align-middle"
                  title="The host allows no change of an archived repository"
                >
                  <Badge tone="slate" icon={Archive}>
                    Archived
                  </Badge>
                </span>
              )}
            </Fragment>
          ),
        )}
      </p>
      {distance !== "" && (
        <p className="mt-1.5 text-muted">
          {distance}
          {owners && (
            <>
              {` ${owners.start} `}
              <Link
                to="/w/$slug/impact"
                params={{ slug }}
                search={{ ...search, group: "owner", open: undefined }}
                resetScroll={false}
                className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                {owners.link}
              </Link>
              .
            </>
          )}
        </p>
      )}
    </div>
  );
}

const isUnknown = (impact: Impact): boolean => isUnscanned(impact) || impact.unresolved.paths.length > 0;

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
  };
  const cycles = cyclesOf(affected);
  const orgOf = useOrgsOfDoubled(impact);
  // The summary counts the repositories of all timings.
  const groupRows = isMentions ? byDistance : GROUP_ROWS[search.group ?? "distance"];
  const totals =
    search.clock === undefined && !isMentions
      ? {
          direct: summary.direct,
          transitive: summary.transitive,
          byClock: new Map(countByClock(summary).map(({ clock, count }) => [clock, count])),
        }
      : undefined;
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
      <ImpactCaveats impact={impact} search={search} />
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
              <div className="flex items-start justify-between gap-x-4 max-sm:flex-wrap">
                {/* On a phone, the bar is as wide as the window and its tabs are closer together, so that all timings are seen. */}
                <div className="min-w-0 grow max-sm:-mx-4 max-sm:w-screen max-sm:[&_a]:gap-1 max-sm:[&_a]:px-1.5 max-sm:[&_nav]:mb-2 max-sm:[&_nav]:gap-0 max-sm:[&_nav]:pl-2.5">
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
                <span className="sm:hidden">
                  <GraphLink impact={impact} search={search} />
                </span>
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

/** Before the first scan, and after an upgrade that discards stored graphs. */
function Unscanned() {
  const { slug } = useWorkspace().workspace;
  return (
    <Notice tone="warning" title="Scan this organization again">
      Its dependents are unknown, because no scan has completed since Knockon was set up or upgraded.{" "}
      <Link to="/w/$slug/scans" params={{ slug }} className="underline underline-offset-2">
        Go to scans
      </Link>
    </Notice>
  );
}

/** A file or directory that is part of no artifact, so its dependents are unknown. */
function UnusedPaths({ impact: { root, unresolved } }: Pick<ImpactAnswerProps, "impact">) {
  return (
    <Notice tone="warning" title={`Nothing is built from ${unresolved.paths.join(", ")}`}>
      No known artifact of {root.full_path} is built from this file or directory, and no repository names it.
      Check the path, or leave it empty for the whole repository.
    </Notice>
  );
}

/** Explains why the impact may be incomplete, and what it leaves out. */
function ImpactCaveats({ impact, search }: { impact: Impact; search: ImpactSearch }) {
  const { workspace } = useWorkspace();
  const { complete, scan, unresolved, summary } = impact;
  const { slug } = workspace;
  const mentions = search.role === undefined ? summary.mentions : 0;
  if (complete && unresolved.below_floor === 0 && mentions === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-2">
      {!complete && (
        <Notice tone="warning" title="Results may be incomplete">
          {scan.id === null ? (
            "This organization has never completed a scan, so some dependents may be missing."
          ) : (
            <>
              {countOf(unresolved.failed_repositories, "repository", "repositories")} couldn't be read in{" "}
              <Link
                to="/w/$slug/scans/$scanId"
                params={{ slug, scanId: scan.id }}
                className="underline underline-offset-2"
              >
                the last scan
              </Link>
              , so some dependents may be missing.
            </>
          )}
        </Notice>
      )}
      {mentions > 0 && (
        <Omitted
          text={`${countOf(mentions, "more repository only mentions it", "more repositories only mention it")}: documentation, fixtures, copies.`}
          link="Show mentions"
          search={changeQuery(search, MENTIONS_QUERY)}
        />
      )}
      {unresolved.below_floor > 0 && (
        <Omitted
          text={
            asksForMentions(search)
              ? `${countOf(unresolved.below_floor, "more repository mentions", "more repositories mention")} it with lower confidence.`
              : `${countOf(unresolved.below_floor, "more repository depends", "more repositories depend")} on it based on weaker evidence.`
          }
          link="Include weaker evidence"
          search={changeQuery(search, { min_confidence: 0 })}
        />
      )}
    </div>
  );
}

/** One line about repositories that are not listed, with a link to a query that lists them. */
function Omitted({ text, link, search }: { text: string; link: string; search: ImpactSearch }) {
  const { slug } = useWorkspace().workspace;
  return (
    <p className="text-13 text-muted">
      {text}{" "}
      <Link
        to="/w/$slug/impact"
        params={{ slug }}
        search={search}
        className="text-accent underline underline-offset-2"
      >
        {link}
      </Link>
    </p>
  );
}

interface CopyImpactProps {
  /** The summary. */
  sentence: readonly Piece[];
  impact: Impact;
  search: ImpactSearch;
}

/** Copies the address, or the impact as Markdown, JSON or a curl command. */
function CopyImpact({ sentence, impact, search }: CopyImpactProps) {
  const forms = [
    { name: "link", icon: Link2, text: () => location.href },
    { name: "Markdown", icon: FileText, text: () => toMarkdown(sentence, impact, location.href) },
    { name: "JSON", icon: Braces, text: () => JSON.stringify(impact, null, 2) },
    { name: "curl", icon: Terminal, text: () => toCurl(location.origin, queryOf(search)) },
  ];
  return (
    <Menu
      trigger={
        <Button icon={Copy} title="Copy as">
          <span className="max-sm:sr-only">Copy as</span>
        </Button>
      }
    >
      {forms.map(({ name, icon: Icon, text }) => (
        <Primitive.Item key={name} className={menuItemLook} onClick={() => void copy(name, text())}>
          <Icon aria-hidden className="size-4 text-muted" />
          {sentenceCase(name)}
        </Primitive.Item>
      ))}
    </Menu>
  );
}

async function copy(name: string, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showToast(`Copied as ${name}`);
}
