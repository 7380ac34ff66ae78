import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { EvidenceLine, ImpactPath, RoleEvidence } from "./impact-evidence.tsx";
import { cycleInWords, type RowGroup } from "./impact-groups.ts";
import {
  type Affected,
  hopsInWords,
  isDecidedByFirst,
  rolesInWords,
  versionsOf,
  viaOf,
} from "./impact-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { CLOCK_LOOKS, ClockBadge } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { Help } from "../../components/help.tsx";
import { OwnershipSummary } from "../../components/ownership-summary.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount, shortVersion } from "../../format/format.ts";
import { CLOCK_WORDS, ownerInWords } from "../../format/words.ts";

/** Columns from `md` on: expand, repository, timing, distance unless rows are grouped by it, and version. */
const columnsOf = (hasDistance: boolean): string =>
  hasDistance
    ? "md:grid-cols-[1rem_minmax(0,1fr)_8.5rem_5rem_8rem]"
    : "md:grid-cols-[1rem_minmax(0,1fr)_8.5rem_8rem]";

/** The headers of the columns, above the first group. */
export const AffectedHeader = ({
  hasDistance,
  isMentions,
}: Pick<AffectedGroupProps, "hasDistance" | "isMentions">) => (
  <div
    className={cx(
      "mb-1.5 hidden items-center gap-x-3 px-3 text-12 text-muted md:grid",
      columnsOf(hasDistance),
    )}
  >
    <span />
    <span>Repository</span>
    <span className="flex items-center">
      {!isMentions && (
        <>
          Timing <Help of="clock" />
        </>
      )}
    </span>
    {hasDistance && <span>Distance</span>}
    <span>Version</span>
  </div>
);

interface AffectedGroupProps {
  group: RowGroup;
  /** Each row shows its distance, because the rows are not grouped by it. */
  hasDistance: boolean;
  /** The rows only mention the root: they do not get its changes. */
  isMentions: boolean;
  /** By cycle. */
  cycles: ReadonlyMap<number, Affected[]>;
  /** The expanded repository. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
  isLoadingMore: boolean;
  /** Lists the remaining repositories of the group. */
  onAll: () => void;
}

/** A group of affected repositories. */
export function AffectedGroup(props: AffectedGroupProps) {
  const { group, hasDistance, isMentions, cycles, open, onOpen, isLoadingMore, onAll } = props;
  const { id, title, note, rows, total = rows.length } = group;
  return (
    <section aria-labelledby={id} className="mt-4 overflow-clip rounded-md border first-of-type:mt-0">
      <div className="sticky top-12 z-10 flex min-h-9 items-center justify-between gap-4 border-b bg-sunken px-3 md:top-0">
        <h2 id={id} className="py-1.5 text-13 font-semibold">
          {title}
          {note !== undefined && <span className="font-normal text-muted"> · {note}</span>}
        </h2>
        <span className="tabular flex shrink-0 items-center gap-2 text-12 text-muted">
          {total > rows.length && `${formatCount(rows.length)} of `}
          {countOf(total, "repository", "repositories")}
          {total > rows.length && (
            <button
              type="button"
              disabled={isLoadingMore}
              onClick={onAll}
              className="min-h-6 font-medium text-accent not-disabled:hover:underline disabled:opacity-60"
            >
              Show all
            </button>
          )}
        </span>
      </div>
      <ol>
        {rows.map((row) => (
          <AffectedRow
            key={row.repository.id}
            row={row}
            hasDistance={hasDistance}
            isMentions={isMentions}
            cycle={cycles.get(row.cycle_group ?? -1) ?? []}
            isOpen={row.repository.id === open}
            onToggle={() => onOpen(row.repository.id === open ? undefined : row.repository.id)}
          />
        ))}
      </ol>
    </section>
  );
}

interface AffectedRowProps {
  row: Affected;
  hasDistance: boolean;
  isMentions: boolean;
  /** Members of its dependency cycle. Empty if it is in none. */
  cycle: readonly Affected[];
  isOpen: boolean;
  onToggle: () => void;
}

/** An affected repository. `content-visibility` skips the layout of hidden rows. */
function AffectedRow(props: AffectedRowProps) {
  const { row, hasDistance, isMentions, cycle, isOpen, onToggle } = props;
  const { repository, clock } = row;
  const reasons = `reasons-${repository.id}`;
  return (
    <li className="border-t [contain-intrinsic-size:auto_56px] [content-visibility:auto] first:border-t-0">
      <button
        type="button"
        data-row-link
        aria-expanded={isOpen}
        aria-controls={isOpen ? reasons : undefined}
        onClick={onToggle}
        className={cx(
          "grid min-h-11 w-full grid-cols-[1rem_minmax(0,1fr)] items-center sm:grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 px-3 py-2 text-left text-13 -outline-offset-2 transition-colors hover:bg-hover",
          columnsOf(hasDistance),
        )}
      >
        <ChevronRight aria-hidden className={cx("size-4 text-faint", isOpen && "rotate-90")} />
        <span className="min-w-0">
          <span className="flex min-w-0 font-medium">
            <TruncatedName text={repository.full_path} />
          </span>
          <RowNote row={row} isMentions={isMentions} />
        </span>
        <span className="max-sm:hidden">{!isMentions && <ClockBadge clock={clock} />}</span>
        {hasDistance && <span className="hidden text-muted md:block">{hopsInWords(row.hops)}</span>}
        <Version versions={versionsOf(row)} />
      </button>
      {isOpen && (
        <div id={reasons}>
          <AffectedReasons row={row} isMentions={isMentions} cycle={cycle} />
        </div>
      )}
    </li>
  );
}

/** Below, evidence is from other files than manifests and build files. */
const STRONG = 0.8;

/** Roles, a low confidence, the owner of the deciding line, or without one the maintainers, and how many repositories are in between. */
function RowNote({ row, isMentions }: Pick<AffectedRowProps, "row" | "isMentions">) {
  const via = viaOf(row);
  const { owner, ownership, clock } = row;
  const look = CLOCK_LOOKS[clock];
  return (
    <span
      className="block truncate text-12 text-muted"
      title={via.length === 0 ? undefined : `via ${via.join(", then ")}`}
    >
      {!isMentions && (
        // On a phone, a badge would leave no room for the name.
        <span className={cx("sm:hidden", look.text)}>
          <look.icon aria-hidden className="mr-1 inline size-3 align-[-1px]" />
          {CLOCK_WORDS[clock].label}
          <span className="text-muted"> · </span>
        </span>
      )}
      {rolesInWords(row)}
      {row.confidence < STRONG && ` · confidence ${row.confidence.toFixed(2)}`}
      {owner !== null && ` · ${ownerInWords(owner.names)}`}
      {owner === null && ownership !== null && ownership.bus_factor > 0 && (
        <>
          {" · maintained by "}
          <OwnershipSummary ownership={ownership} />
        </>
      )}
      {via.length > 0 && ` · via ${countOf(via.length, "repository", "repositories")}`}
    </span>
  );
}

const Version = ({ versions: [first, ...others] }: { versions: string[] }) => (
  <span className="hidden min-w-0 items-center gap-1 md:flex" title={[first, ...others].join("; ")}>
    <span className="truncate font-mono text-12 text-muted">{first && shortVersion(first)}</span>
    {others.length > 0 && <span className="shrink-0 text-12 text-faint">+{others.length}</span>}
  </span>
);

interface AffectedReasonsProps {
  row: Affected;
  isMentions: boolean;
  cycle: readonly Affected[];
}

/** When a repository gets the change and why: the deciding line, all declarations by role, and the path. */
function AffectedReasons({ row, isMentions, cycle }: AffectedReasonsProps) {
  const { workspace } = useWorkspace();
  const { slug } = workspace;
  const { repository, path, roles, clock_repository, clock_evidence } = row;
  const links = "text-accent hover:underline";
  const others = cycle.filter((member) => member !== row);
  const known = row.confidence < STRONG ? row.confidence : undefined;
  return (
    <div className="flex flex-col gap-4 border-t bg-sunken px-3 py-4 text-13 md:pl-10">
      {!isMentions && <ClockReason row={row} />}
      {roles.map((use) => (
        <RoleEvidence
          key={`${use.role} ${use.scope?.artifact_type} ${use.scope?.name}`}
          repositoryId={repository.id}
          use={use}
          deciding={!isMentions && clock_repository.id === repository.id ? clock_evidence : null}
          hasClock={!isMentions && roles.length > 1}
          known={known}
        />
      ))}
      <section aria-label="Path" className="flex flex-col gap-2">
        <h3 className="font-medium">Path</h3>
        <ImpactPath name="Path" path={path} known={row.confidence} />
      </section>
      {others.length > 0 && (
        <p className="text-muted">
          In a dependency cycle with {cycleInWords(others)}. Release them together.
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link
          to="/w/$slug/repositories/$repositoryId"
          params={{ slug, repositoryId: repository.id }}
          className={links}
        >
          View repository
        </Link>
        <Link
          to="/w/$slug/impact"
          params={{ slug }}
          search={{ repository_id: repository.id }}
          className={links}
        >
          View its impact
        </Link>
      </p>
    </div>
  );
}

/** Says when the repository gets the change, and shows the deciding line unless it is listed first below. */
function ClockReason({ row }: { row: Affected }) {
  const { repository, clock, clock_repository, clock_evidence } = row;
  return (
    <div className="flex flex-col gap-2">
      <p>
        Gets it {CLOCK_WORDS[clock].one}. <span className="text-muted">{CLOCK_WORDS[clock].long}</span>
      </p>
      {clock_evidence && !isDecidedByFirst(row) && (
        <section aria-label="Deciding declaration" className="flex flex-col gap-2">
          <h3 className="font-medium">
            {clock_repository.id === repository.id
              ? "Deciding declaration"
              : `Deciding declaration, in ${clock_repository.full_path}`}
          </h3>
          <EvidenceLine
            repositoryId={clock_repository.id}
            line={clock_evidence}
            isDeciding={false}
            known={row.confidence}
          />
        </section>
      )}
    </div>
  );
}
