import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { CycleMembers } from "./cycle-members.tsx";
import { cyclesOf } from "./impact-groups.ts";
import { countOwners, type NameOwner, type OwnerCount } from "./impact-owners.ts";
import { ByRelease } from "./impact-releases.tsx";
import { asksForMentions, type ImpactSearch, UNFILTERED } from "./impact-search.ts";
import { isListed, isListedSoon, type ListedImpact } from "./use-impact.ts";
import { shortOwner } from "../graph/card-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { CLOCK_LOOKS, FOLLOWS, nextRunInBrief, nextRunInWords } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { Bars } from "../../components/figures.tsx";
import { Help } from "../../components/help.tsx";
import { SkeletonBlock } from "../../components/loaded.tsx";
import { OwnerName } from "../../components/owner-name.tsx";
import { Section } from "../../components/page-header.tsx";
import { RepositoryName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, inHeading, ownerTitle } from "../../format/words.ts";

const CHOKE_POINTS = 5;

interface ImpactSummaryProps {
  /** Of all timings. Undefined while it loads. */
  whole: ListedImpact;
  search: ImpactSearch;
  nameOwner: NameOwner;
  /** Whether a narrow window shows it. */
  isOpen: boolean;
}

/** Owners, roles, dependency types, choke points, cycles and counts. */
export function ImpactSummary({ whole, search, nameOwner, isOpen }: ImpactSummaryProps) {
  const { impact } = whole;
  const { workspace } = useWorkspace();
  const { summary, choke_points } = impact;
  const types = Object.entries(summary.by_dependency_type) as [ArtifactType, number][];
  const { direct, transitive } = summary.by_role;
  const roles = ROLES.map((role) => ({ role, value: direct[role] + transitive[role] }));
  const all = summary.direct + summary.transitive;
  const cycles = [...cyclesOf(impact.affected)];
  return (
    <aside
      aria-label="Summary"
      className={cx(
        "min-w-0 flex-col gap-6 max-lg:mb-6 max-lg:grid-cols-2 max-lg:gap-8 max-lg:rounded-md max-lg:border max-lg:p-4 max-sm:grid-cols-1 max-sm:gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:flex",
        isOpen ? "max-lg:grid" : "max-lg:hidden",
      )}
    >
      {!asksForMentions(search) && <ByOwner whole={whole} search={search} nameOwner={nameOwner} />}
      {impact.releases && <ByRelease releases={impact.releases} search={search} />}
      <Section title="By role" aside={<AllOf count={all} />}>
        <Bars
          total={all}
          bars={roles
            .filter(({ value }) => value > 0)
            .toSorted((a, b) => b.value - a.value)
            .map(({ role, value }) => ({ key: role, value, label: inHeading(role) }))}
        />
      </Section>
      <Section
        title="By dependency type"
        aside={
          <span className="flex items-center">
            <Help of="dependencyType" />
            <AllOf count={all} />
          </span>
        }
      >
        <Bars
          total={all}
          bars={types
            .toSorted(([, a], [, b]) => b - a)
            .map(([type, value]) => ({
              key: type,
              value,
              label: <TypeLabel type={type} />,
            }))}
        />
      </Section>
      {choke_points.length > 0 && (
        <Section title="Choke points" aside={<Help of="chokePoints" />}>
          {/* No bars: of 2, 1 and 1, they would look like much. */}
          <ol className="flex flex-col gap-2 text-13">
            {choke_points.slice(0, CHOKE_POINTS).map(({ repository, dominates }) => (
              <li key={repository.id} className="flex items-center justify-between gap-3">
                <Link
                  to="/w/$slug/repositories/$repositoryId"
                  params={{ slug: workspace.slug, repositoryId: repository.id }}
                  className="flex min-w-0 hover:underline"
                >
                  <RepositoryName path={repository.full_path} />
                </Link>
                <span className="tabular text-muted">{formatCount(dominates)}</span>
              </li>
            ))}
          </ol>
          <p className="mt-2 text-12 text-muted">Repositories that nothing else passes the change on to.</p>
        </Section>
      )}
      {cycles.length > 0 && (
        <Section title="Dependency cycles">
          <ul className="flex flex-col gap-3 text-13">
            {cycles.map(([cycle, members]) => (
              <li key={cycle} className="flex flex-col gap-1">
                <CycleMembers members={members} isList />
              </li>
            ))}
          </ul>
          <p className="mt-2 text-12 text-muted">Within a cycle, there is no order of releases.</p>
        </Section>
      )}
    </aside>
  );
}

const SHOWN_OWNERS = 8;

/** The owners of most affected repositories, those on the next run first. Of a very long list, the owners of what is on the next run. */
function ByOwner({ whole, search, nameOwner }: Omit<ImpactSummaryProps, "isOpen">) {
  const { slug } = useWorkspace().workspace;
  const { affected, summary } = whole.impact;
  const isAll = isListed(whole);
  const fast = affected.filter(({ clock, archived }) => clock === "next_run" && !archived);
  const nextRun = summary.by_clock.direct.next_run + summary.by_clock.transitive.next_run;
  if (!isAll && !isListedSoon(whole) && (nextRun === 0 || fast.length < nextRun)) return null;
  const isPending = !isAll && isListedSoon(whole);
  const counted = isAll ? affected : fast;
  const owners = countOwners(counted, nameOwner);
  const areShared = counted.some(({ owner }) => owner !== null && owner.names.length > 1);
  if (owners.length === 0 && !isPending) return null;
  const more = owners.length - SHOWN_OWNERS;
  const moreArchived = owners.slice(SHOWN_OWNERS).filter(hasArchivedOnly).length;
  const moreSoon = owners.slice(SHOWN_OWNERS).filter((owner) => owner.nextRun > 0).length;
  const link = { to: "/w/$slug/impact", params: { slug }, resetScroll: false } as const;
  const byOwner: ImpactSearch = { ...search, ...UNFILTERED, group: "owner", open: undefined };
  return (
    <Section
      title={isAll || isPending ? "By owner" : "By owner, on next run"}
      aside={isAll && <OwnedOrder clock={nextRun > 0 ? "next_run" : "bump"} />}
    >
      {isPending ? (
        <SkeletonBlock className="h-36" />
      ) : (
        <ol className="flex flex-col gap-2 text-13">
          {owners.slice(0, SHOWN_OWNERS).map((one) => (
            <li key={one.name} className="flex items-baseline justify-between gap-3">
              <Link
                {...link}
                search={byOwner}
                hash={one.hash}
                title={ownerTitle(one.owner)}
                className="flex min-w-0 items-baseline hover:text-accent hover:underline"
              >
                <OwnerName name={shortOwner(one.name)} source={one.owner.source} />
                {one.authored > 0 && one.authored < one.repositories && (
                  <span className="ml-1.5 shrink-0 text-12 text-faint">
                    author of {formatCount(one.authored)}
                  </span>
                )}
              </Link>
              <OwnedCount of={one} isSplit={isAll} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <Link {...link} search={byOwner} className="text-accent hover:underline">
                {countOf(more, "more owner", "more owners")}
                {isAll && moreSoon > 0 && `, ${formatCount(moreSoon)} of them ${CLOCK_WORDS.next_run.label}`}
                {isAll && moreArchived > 0 && `, ${formatCount(moreArchived)} of archived ones only`}
              </Link>
            </li>
          )}
        </ol>
      )}
      {isAll && <OwnedLegend owners={owners} />}
      {!isPending && areShared && (
        <p className="mt-1 text-12 text-muted">A repository counts for each of its owners.</p>
      )}
    </Section>
  );
}

const hasArchivedOnly = ({ archived, repositories }: OwnerCount): boolean => archived === repositories;

/** Bars count all repositories, also if one timing is selected. */
const AllOf = ({ count }: { count: number }) => (
  <span className="text-12">
    all <span className="tabular">{formatCount(count)}</span>
  </span>
);

/** What orders the owners. */
function OwnedOrder({ clock }: { clock: Clock }) {
  const { icon: Icon, text } = CLOCK_LOOKS[clock];
  return (
    <span className={cx("flex items-center gap-0.5 text-12", text)}>
      <Icon aria-hidden className="size-3" />
      {CLOCK_WORDS[clock].label} first
    </span>
  );
}

/** The numbers that no word says. */
function OwnedLegend({ owners }: { owners: readonly OwnerCount[] }) {
  const parts = [
    ...(owners.some(({ may }) => may > 0) ? [{ icon: CLOCK_LOOKS.next_run.icon, text: "? may be" }] : []),
    ...(owners.some(({ nextRun }) => nextRun > 0) && owners.some(({ bumped }) => bumped > 0)
      ? [{ icon: CLOCK_LOOKS.bump.icon, text: CLOCK_WORDS.bump.label }]
      : []),
    ...(owners.some(({ following }) => following > 0) ? [{ icon: FOLLOWS, text: "after others bump" }] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-x-3 text-12 text-muted">
      {parts.map(({ icon: Icon, text }) => (
        <span key={text} className="flex items-center gap-1">
          <Icon aria-hidden className="size-3" />
          {text}
        </span>
      ))}
    </p>
  );
}

interface OwnedCountProps {
  of: OwnerCount;
  /** Whether all affected repositories are known, not only those on the next run. */
  isSplit: boolean;
}

/** How many repositories of an owner get the change on their next run, how many follow others, and how many someone has to bump. The number of all if none does. */
function OwnedCount({ of: { repositories, nextRun, may, following, bumped }, isSplit }: OwnedCountProps) {
  const words = [
    ...(nextRun > 0 ? [nextRunInWords(nextRun, may)] : []),
    ...(following > 0 ? [`${formatCount(following)} after others`] : []),
    ...(bumped > 0 ? [`${formatCount(bumped)} ${CLOCK_WORDS.bump.label}`] : []),
  ];
  const inFull = [countOf(repositories, "repository", "repositories"), words.join(", ")]
    .filter(Boolean)
    .join(": ");
  return (
    <span title={inFull} className="tabular flex shrink-0 items-baseline gap-2 text-muted">
      <span className="sr-only">{inFull}</span>
      {isSplit && nextRun > 0 && (
        <OwnedPart icon={CLOCK_LOOKS.next_run.icon} look={CLOCK_LOOKS.next_run.text}>
          {nextRunInBrief(nextRun, may)}
        </OwnedPart>
      )}
      {isSplit && following > 0 && <OwnedPart icon={FOLLOWS}>{formatCount(following)}</OwnedPart>}
      <span aria-hidden className="flex min-w-9 justify-end">
        {!isSplit || words.length === 0
          ? formatCount(repositories)
          : bumped > 0 && <OwnedPart icon={CLOCK_LOOKS.bump.icon}>{formatCount(bumped)}</OwnedPart>}
      </span>
    </span>
  );
}

interface OwnedPartProps {
  icon: LucideIcon;
  /** The class of its color. */
  look?: string;
  children: string;
}

const OwnedPart = ({ icon: Icon, look, children }: OwnedPartProps) => (
  <span aria-hidden className={cx("flex items-center gap-0.5", look)}>
    <Icon className="size-3" />
    {children}
  </span>
);
