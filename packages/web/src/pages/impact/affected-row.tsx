import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { AffectedReasons } from "./affected-reasons.tsx";
import { type NameOwner, ownerHash } from "./impact-owners.ts";
import { conditionInBrief, conditionInWords, fileOf } from "./impact-condition.ts";
import type { ImpactSearch } from "./impact-search.ts";
import { type Affected, hopsInWords, versionsOf, versionStateOf } from "./impact-text.ts";
import { afterInWords } from "./impact-followers.ts";
import { RowNote } from "./row-note.tsx";
import { shortOwner } from "../graph/card-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { ArchivedMark, ClockMark, VersionStateIcon } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { OwnerName } from "../../components/owner-name.tsx";
import { OwnershipSummary } from "../../components/ownership-summary.tsx";
import { PassesOn, UsedBy } from "../../components/passes-on.tsx";
import { RepositoryName } from "../../components/text.tsx";
import { shortVersion } from "../../format/format.ts";
import { IF_A_FILE, ownerTitle } from "../../format/words.ts";
import { ROW_LINK } from "../../list/columns.tsx";

/** Columns that a list may have. */
export interface AffectedColumns {
  /** Not grouped by owner. */
  hasOwner: boolean;
  /** Some owners are authors. */
  hasAuthors: boolean;
  /** Each row shows its distance, because the rows are not grouped by it. */
  hasDistance: boolean;
  /** To how many each passes the change on: some do, or others use them. */
  hasOnward: boolean;
  /** Some pass it on to repositories that get it on their next run. */
  hasFastOnward: boolean;
  /** None passes the change on, so that how many use each orders those of a timing. */
  ofUsers: boolean;
  /** Not all repositories have the same role, which the sentence above the list would say. */
  hasRoles: boolean;
}

/**
 * Columns by the width of the list, as there is more room on a tablet than beside the summary: expand, repository, owner, timing, version,
 * what it passes on, and distance. What a version decides has the place of the timing and of the version.
 */
export const columnsOf = ({
  hasOwner,
  hasDistance,
  hasOnward,
  hasFastOnward,
  ofUsers,
}: AffectedColumns): string =>
  cx(
    "@lg:grid-cols-[1rem_minmax(0,1fr)_7rem_6rem]",
    !hasOwner
      ? hasOnward
        ? "@3xl:grid-cols-[1rem_minmax(0,1fr)_7.75rem_6.25rem_6.5rem_3.5rem]"
        : "@3xl:grid-cols-[1rem_minmax(0,1fr)_7.75rem_6.25rem_3.5rem]"
      : cx(
          // What it passes on orders the rows, and takes the place of the version where it has many parts.
          hasOnward
            ? hasFastOnward
              ? "@2xl:grid-cols-[1rem_minmax(0,1fr)_9.75rem_9.25rem_6rem]"
              : ofUsers
                ? "@2xl:grid-cols-[1rem_minmax(0,1fr)_9.25rem_7.25rem_5rem_5.25rem]"
                : "@2xl:grid-cols-[1rem_minmax(0,1fr)_8rem_7.25rem_5.5rem_4.25rem]"
            : "@2xl:grid-cols-[1rem_minmax(0,1fr)_10.5rem_6.75rem_6rem]",
          hasDistance
            ? hasOnward
              ? "@3xl:grid-cols-[1rem_minmax(0,1fr)_8.75rem_7.75rem_5.25rem_6.5rem_3rem]"
              : "@3xl:grid-cols-[1rem_minmax(0,1fr)_11.25rem_7.75rem_6.25rem_3.5rem]"
            : hasOnward
              ? hasFastOnward
                ? "@3xl:grid-cols-[1rem_minmax(0,1fr)_9.75rem_7.75rem_5.5rem_6rem]"
                : "@3xl:grid-cols-[1rem_minmax(0,1fr)_10.5rem_7.75rem_5.5rem_5rem]"
              : "@3xl:grid-cols-[1rem_minmax(0,1fr)_12.25rem_7.75rem_6.25rem]",
        ),
  );

interface AffectedRowProps {
  row: Affected;
  columns: AffectedColumns;
  isMentions: boolean;
  byOwner: ImpactSearch;
  nameOwner: NameOwner;
  /** The name of its organization, if another one has the same path. */
  org: string | undefined;
  /** Members of its dependency cycle. Empty if it is in none. */
  cycle: readonly Affected[];
  isOpen: boolean;
  onToggle: () => void;
}

/** An affected repository. `content-visibility` skips the layout of hidden rows. */
export function AffectedRow(props: AffectedRowProps) {
  const { row, columns, isMentions, byOwner, nameOwner, org, cycle, isOpen, onToggle } = props;
  const { repository, clock, archived: isArchived } = row;
  const reasons = `reasons-${repository.id}`;
  const isSoon = !isMentions && clock === "next_run" && !isArchived;
  const condition = isSoon ? conditionInBrief(row, byOwner) : undefined;
  // The line below the name says which.
  const isByFile = isSoon && fileOf(row, byOwner) !== undefined;
  const hasVersion = condition === undefined || isByFile;
  const isVersionLeftOut = columns.hasOwner && columns.hasFastOnward;
  return (
    <li className="border-t [contain-intrinsic-size:auto_36px] [content-visibility:auto] first:border-t-0">
      <div
        className={cx(
          "relative grid min-h-9 grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-3 px-3 py-1.5 text-13 transition-colors hover:bg-hover @sm:grid-cols-[1rem_minmax(0,1fr)_auto] @lg:py-1",
          columnsOf(columns),
        )}
      >
        <ChevronRight aria-hidden className={cx("size-4 text-faint", isOpen && "rotate-90")} />
        {/* The note is beside the name where there is room for both. */}
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <div className="flex max-w-full min-w-0 items-center gap-x-2 @max-lg:w-full">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? reasons : undefined}
              onClick={onToggle}
              {...ROW_LINK}
              className={cx(ROW_LINK.className, "max-w-full text-left")}
            >
              <RepositoryName path={repository.full_path} wraps />
            </button>
            <span className="ml-auto shrink-0 @sm:hidden">
              {columns.ofUsers ? (
                <UsedBy inLine onward={row.onward} />
              ) : (
                <PassesOn inLine onward={row.onward} />
              )}
            </span>
          </div>
          {isArchived && <ArchivedMark />}
          <RowNote
            row={row}
            asked={byOwner}
            isMentions={isMentions}
            org={org}
            nameOwner={nameOwner}
            hasOwner={columns.hasOwner}
            hasRoles={columns.hasRoles}
          />
        </div>
        {columns.hasOwner && (
          <span className="hidden min-w-0 @2xl:block">
            <RowOwner row={row} byOwner={byOwner} nameOwner={nameOwner} />
          </span>
        )}
        <span
          className={cx(
            "hidden min-w-0 @sm:flex",
            !hasVersion && "items-center gap-1.5 @lg:col-span-2",
            !hasVersion && isVersionLeftOut && "@2xl:@max-3xl:col-span-1",
          )}
        >
          {!isMentions && (
            <ClockMark
              clock={clock}
              condition={conditionInWords(row, byOwner)}
              brief={isByFile ? IF_A_FILE : condition}
              after={afterInWords(row)}
              isArchived={isArchived}
            />
          )}
          {!hasVersion && <MoreVersions row={row} />}
        </span>
        {hasVersion && (
          <Version row={row} className={cx("@lg:flex", isVersionLeftOut && "@2xl:@max-3xl:hidden")} />
        )}
        {columns.hasOnward && (
          <span className={cx("hidden text-right @3xl:block @3xl:pr-6", columns.hasOwner && "@2xl:block")}>
            {columns.ofUsers ? (
              <UsedBy onward={row.onward} />
            ) : (
              <PassesOn onward={row.onward} isAligned={columns.hasFastOnward} />
            )}
          </span>
        )}
        {columns.hasDistance && <span className="hidden text-muted @3xl:block">{hopsInWords(row.hops)}</span>}
      </div>
      {isOpen && (
        <div id={reasons}>
          <AffectedReasons
            row={row}
            isMentions={isMentions}
            nameOwner={nameOwner}
            byWave={{ ...byOwner, group: "wave" }}
            cycle={cycle}
          />
        </div>
      )}
    </li>
  );
}

/** The owner of the first declaration, with a link to all that it owns here, or without one the maintainers. */
function RowOwner({
  row: { owner, ownership },
  byOwner,
  nameOwner,
}: Pick<AffectedRowProps, "row" | "byOwner" | "nameOwner">) {
  const { slug } = useWorkspace().workspace;
  if (owner === null) {
    if (ownership === null || ownership.bus_factor === 0) return <span className="text-faint">–</span>;
    return (
      <span className="block truncate text-muted">
        <OwnershipSummary ownership={ownership} />
      </span>
    );
  }
  return (
    <Link
      to="/w/$slug/impact"
      params={{ slug }}
      search={byOwner}
      hash={ownerHash(owner)}
      title={ownerTitle(owner)}
      // Above the button that covers the row.
      className="relative z-1 flex w-fit max-w-full min-w-0 py-0.5 underline-offset-2 hover:text-accent hover:underline"
    >
      <OwnerName name={shortOwner(nameOwner(owner))} source={owner.source} narrow="list" />
    </Link>
  );
}

/** The version of the deciding line with an icon for its state, and how many others there are. Hidden where the list has no room. */
function Version({ row, className }: { row: Affected; className: string }) {
  const [first] = versionsOf(row);
  const state = versionStateOf(row);
  return (
    <span className={cx("hidden min-w-0 items-center gap-1.5", className)}>
      {state !== undefined && <VersionStateIcon state={state} />}
      <span className="truncate font-mono text-12 text-muted" title={versionsOf(row).join("; ")}>
        {first && shortVersion(first)}
      </span>
      <MoreVersions row={row} />
    </span>
  );
}

/** `+1`: the number of versions besides the one that decides. Nothing for none. */
function MoreVersions({ row }: { row: Affected }) {
  const [, ...others] = versionsOf(row);
  if (others.length === 0) return null;
  return (
    <span title={others.join("; ")} className="shrink-0 text-12 text-faint">
      +{others.length}
    </span>
  );
}
