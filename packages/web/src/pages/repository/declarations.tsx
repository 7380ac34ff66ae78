import type { Dependency, Dependent, Repository } from "@knockon/contract/resources/repository";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { isMention, ROLES } from "@knockon/contract/vocabulary/role";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { OwnEnd } from "./clocks.ts";
import { useTimings } from "./use-timings.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { ArchivedMark, ConditionalClock, VersionCell } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { Help } from "../../components/help.tsx";
import { TableSkeleton } from "../../components/loaded.tsx";
import { Notice } from "../../components/notice.tsx";
import { OwnerName } from "../../components/owner-name.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { Versions } from "../../components/versions.tsx";
import { formatCount, shortVersion } from "../../format/format.ts";
import { inHeading, ownerInWords, REASON_WORDS, ROLE_WORDS, sentenceCase } from "../../format/words.ts";
import { GroupedList } from "../../list/grouped-list.tsx";
import { decidingFirst, explainTiming, versionsOf } from "../../subject/deciding.ts";
import { rankOfTiming, type Timing } from "../../subject/timing.ts";
import { type Arrival, useArrivals } from "../../subject/use-arrivals.ts";
import { conditionInBrief, conditionInWords } from "../impact/impact-condition.ts";

interface DeclarationsProps<Row extends Dependent | Dependency> {
  label: string;
  items: readonly Row[];
  /** The repository of the page. */
  repository: Repository;
  /** The end of a dependency that is the repository of the page. */
  own: OwnEnd;
  /** Returns the repository that contains the declaration. */
  declaredIn: (row: Row) => string;
}

/** Columns from `sm` on. */
const WIDTHS = {
  timing: "sm:w-32 md:w-48",
  version: "sm:w-28 md:w-36",
  count: "min-w-20 text-right",
} as const;

/** Declarations grouped by the other repository or, without one, by what they name. The fastest come first. */
export function Declarations<Row extends Dependent | Dependency>(props: DeclarationsProps<Row>) {
  const { label, items, repository, own, declaredIn } = props;
  const { slug } = useWorkspace().workspace;
  const found = useTimings(repository, own);
  const arrivals = useArrivals(
    own === "target" ? { repository_id: repository.id, through: "repositories" } : null,
  );
  const mentioned = useMemo(() => idsOfMentioned(items), [items]);
  // Who owns the lines of a dependent, and what a dependency is as a whole.
  const ownerOf = (id: string) => (own === "target" ? arrivals?.get(id) : found.neighbors.get(id))?.owner;
  const timingOf = (row: Row): Timing | undefined =>
    mentioned.has(keyOf(row)) ? undefined : found.timings?.get(row.target_repository?.id ?? "");
  const clockOf = (row: Row): Clock | undefined => {
    const timing = timingOf(row);
    return timing === "archived" ? arrivals?.get(row.target_repository?.id ?? "")?.clock : timing;
  };
  // Rows would change places when their timing arrives, and their text when owners do.
  if (arrivals === undefined || (found.timings === undefined && !found.isError))
    return <TableSkeleton rows={Math.min(items.length, 12)} />;
  const inOrder = [...Map.groupBy(items, keyOf).values()].flatMap((rows) => {
    const [first] = rows;
    const clock = first && clockOf(first);
    const arrival = arrivals.get(first?.target_repository?.id ?? "");
    return decidingFirst(rows, clock, arrival?.clock === clock ? arrival?.clock_evidence : null);
  });
  return (
    <>
      {found.isError && (
        <div className="mb-3">
          <Notice
            tone="warning"
            title="The timing of these dependencies could not be loaded."
            actions={<Button onClick={found.retry}>Try again</Button>}
          />
        </div>
      )}
      <GroupedList
        label={label}
        rows={inOrder.toSorted((a, b) => rankOfTiming(timingOf(a)) - rankOfTiming(timingOf(b)))}
        groupOf={keyOf}
        rowId={({ id }) => id}
        header={
          <>
            <span className="min-w-0 flex-1 pl-6">{label === "Other names" ? "Artifact" : "Repository"}</span>
            <span className={cx("flex items-center", WIDTHS.timing)}>
              Timing <Help of="clock" />
            </span>
            <span className={WIDTHS.version}>Version</span>
            <span className={WIDTHS.count}>Declarations</span>
          </>
        }
        count={(rows) => (
          <>
            {formatCount(rows.length)}
            <span className="sm:sr-only"> {rows.length === 1 ? "declaration" : "declarations"}</span>
          </>
        )}
        title={([first, ...others]) => {
          const { id = "", full_path } = first.target_repository ?? {};
          return (
            <span className="flex min-w-0 flex-col">
              <span className="flex min-w-0 items-center gap-2">
                <TruncatedName text={full_path ?? shortVersion(first.raw_reference)} />
                {/* Of dependents, the timing says it. */}
                {own === "source" && found.neighbors.get(id)?.archived === true && <ArchivedMark />}
              </span>
              <RolesAndOwner roles={rolesInWords([first, ...others])} owner={ownerOf(id)} />
            </span>
          );
        }}
        summary={(rows) => (
          <>
            <span className={WIDTHS.timing}>
              <TimingCell
                row={rows[0]}
                clock={clockOf(rows[0])}
                isArchived={timingOf(rows[0]) === "archived"}
                isMentioned={mentioned.has(keyOf(rows[0]))}
              />
            </span>
            <Versions
              all={versionsOf(rows)}
              note={explainTiming(rows[0], clockOf(rows[0]))}
              className={WIDTHS.version}
            />
          </>
        )}
        about={([row]) =>
          row.target_repository ? (
            <Link
              to="/w/$slug/repositories/$repositoryId"
              params={{ slug, repositoryId: row.target_repository.id }}
              className="text-accent hover:underline"
            >
              Open {row.target_repository.full_path}
            </Link>
          ) : (
            "reason" in row && row.reason && REASON_WORDS[row.reason].long
          )
        }
        row={(row) => <Declaration row={row} repositoryId={declaredIn(row)} />}
      />
    </>
  );
}

export const keyOf = (row: Dependent | Dependency): string =>
  row.target_repository?.id ?? row.artifact_id ?? row.id;

/** The groups of which all declarations only mention what they name. */
export function idsOfMentioned(items: readonly (Dependent | Dependency)[]): Set<string> {
  const used = new Set(items.filter(({ role }) => !isMention(role)).map(keyOf));
  return new Set(items.map(keyOf).filter((key) => !used.has(key)));
}

const rolesInWords = (rows: readonly (Dependent | Dependency)[]): string =>
  ROLES.filter((role) => rows.some((row) => row.role === role))
    .map(inHeading)
    .join(", ");

interface RolesAndOwnerProps {
  roles: string;
  /** Undefined where it is not asked for. */
  owner: Arrival["owner"] | undefined;
}

/** What a repository needs the other for, and who owns it. */
const RolesAndOwner = ({ roles, owner }: RolesAndOwnerProps) => (
  <span className="flex min-w-0 text-12 font-normal text-muted">
    <span className="truncate">{roles}</span>
    {owner && (
      <>
        <span className="shrink-0 whitespace-pre"> · </span>
        <OwnerName name={ownerInWords(owner.names)} source={owner.source} narrow="window" />
      </>
    )}
  </span>
);

interface TimingCellProps {
  row: Dependent | Dependency;
  clock: Clock | undefined;
  isArchived: boolean;
  /** Whether the repository does not depend on the other. */
  isMentioned: boolean;
}

/** When a change arrives, or why none does. */
function TimingCell({ row, clock, isArchived, isMentioned }: TimingCellProps) {
  if (clock !== undefined)
    return (
      <ConditionalClock
        clock={clock}
        isArchived={isArchived}
        condition={conditionInWords({ clock, clock_evidence: row })}
        brief={conditionInBrief({ clock, clock_evidence: row })}
      />
    );
  if (isMentioned) return "Only a mention";
  if ("reason" in row && row.reason) return sentenceCase(REASON_WORDS[row.reason].short);
  if (row.target_repository === null) return null;
  return (
    <span className="text-faint" title="Not known">
      –
    </span>
  );
}

/** Version, role and evidence of a declaration. */
const Declaration = ({ row, repositoryId }: { row: Dependent | Dependency; repositoryId: string }) => (
  <span className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-[10rem_minmax(0,1fr)_auto]">
    <VersionCell
      state={row.version_constraint_state}
      constraint={row.version_constraint}
      locked={row.locked}
    />
    <DeclarationLocation
      repositoryId={repositoryId}
      file={row.source_file}
      line={row.source_line}
      raw={row.raw_reference}
      owner={row.owner}
    />
    <span className="flex items-start gap-3 text-12 text-muted">
      <span title={ROLE_WORDS[row.role].long}>{inHeading(row.role)}</span>
      <span className="max-sm:hidden">{inHeading(row.dependency_type)}</span>
      {row.target_repository && <ConfidenceBar confidence={row.confidence} />}
    </span>
  </span>
);
