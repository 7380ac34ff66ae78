import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { CERTAIN, EvidenceLine, ImpactPath, RoleEvidence } from "./impact-evidence.tsx";
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
import { ConfidenceBar } from "../../components/figures.tsx";
import { Help } from "../../components/help.tsx";
import { OwnershipSummary } from "../../components/ownership-summary.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount, shortVersion } from "../../format/format.ts";
import { CLOCK_WORDS, ownerInWords } from "../../format/words.ts";

/** Columns from `md` on: expand, repository, timing, distance unless rows are grouped by it, version, and confidence unless it is full in all rows. */
const COLUMNS = {
  usual: {
    certain: "md:grid-cols-[1rem_minmax(0,1fr)_8.5rem_8rem]",
    uncertain: "md:grid-cols-[1rem_minmax(0,1fr)_8.5rem_8rem_4.5rem]",
  },
  distance: {
    certain: "md:grid-cols-[1rem_minmax(0,1fr)_8.5rem_5rem_8rem]",
    uncertain: "md:grid-cols-[1rem_minmax(0,1fr)_8.5rem_5rem_8rem_4.5rem]",
  },
} as const;

const columnsOf = ({ hasDistance, isCertain }: HeaderProps): string =>
  COLUMNS[hasDistance ? "distance" : "usual"][isCertain ? "certain" : "uncertain"];

interface HeaderProps extends Pick<AffectedGroupProps, "hasDistance" | "isCertain"> {}

/** The headers of the columns, above the first group. */
export const AffectedHeader = ({
  isMentions,
  ...columns
}: HeaderProps & Pick<AffectedGroupProps, "isMentions">) => (
  <div
    className={cx(
      "mb-3 hidden items-center gap-x-3 border-b px-3 pb-1 text-12 text-muted md:grid",
      columnsOf(columns),
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
    {columns.hasDistance && <span>Distance</span>}
    <span>Version</span>
    {!columns.isCertain && <span className="text-right">Confidence</span>}
  </div>
);

interface AffectedGroupProps {
  group: RowGroup;
  /** Each row shows its distance, because the rows are not grouped by it. */
  hasDistance: boolean;
  /** The rows only mention the root: they do not get its changes. */
  isMentions: boolean;
  /** The confidence of all rows is full, and not shown. */
  isCertain: boolean;
  /** By cycle. */
  cycles: ReadonlyMap<number, Affected[]>;
  /** The expanded repository. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** A group of affected repositories. */
export function AffectedGroup(props: AffectedGroupProps) {
  const { group, hasDistance, isMentions, isCertain, cycles, open, onOpen } = props;
  const { id, title, note, rows, total = rows.length } = group;
  return (
    <section aria-labelledby={id} className="mt-5 first-of-type:mt-0">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-14 font-semibold">
          {title}
          {note !== undefined && <span className="font-normal text-muted"> · {note}</span>}
        </h2>
        <span className="shrink-0 text-12 text-muted">
          {total > rows.length && `${formatCount(rows.length)} shown of `}
          {countOf(total, "repository", "repositories")}
        </span>
      </div>
      <ol className="overflow-hidden rounded-md border">
        {rows.map((row) => (
          <AffectedRow
            key={row.repository.id}
            row={row}
            hasDistance={hasDistance}
            isMentions={isMentions}
            isCertain={isCertain}
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
  isCertain: boolean;
  /** Members of its dependency cycle. Empty if it is in none. */
  cycle: readonly Affected[];
  isOpen: boolean;
  onToggle: () => void;
}

/** An affected repository. `content-visibility` skips the layout of hidden rows. */
function AffectedRow(props: AffectedRowProps) {
  const { row, hasDistance, isMentions, isCertain, cycle, isOpen, onToggle } = props;
  const { repository, clock, confidence } = row;
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
          columnsOf({ hasDistance, isCertain }),
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
        {!isCertain && (
          <span className="hidden justify-end md:flex">
            <ConfidenceBar confidence={confidence} />
          </span>
        )}
      </button>
      {isOpen && (
        <div id={reasons}>
          <AffectedReasons row={row} isMentions={isMentions} cycle={cycle} />
        </div>
      )}
    </li>
  );
}

/** Roles, the owner of the deciding line, or without one the maintainers, and how many repositories are in between. */
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
        />
      ))}
      <section aria-label="Path" className="flex flex-col gap-2">
        <h3 className="font-medium">Path</h3>
        <ImpactPath name="Path" path={path} />
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
        Gets it {CLOCK_WORDS[clock].one}.{" "}
        <span className="text-muted">
          {CLOCK_WORDS[clock].long}
          {row.confidence < CERTAIN &&
            ` Confidence ${row.confidence.toFixed(2)}: the weakest declaration on the path.`}
        </span>
      </p>
      {clock_evidence && !isDecidedByFirst(row) && (
        <section aria-label="Deciding declaration" className="flex flex-col gap-2">
          <h3 className="font-medium">
            {clock_repository.id === repository.id
              ? "Deciding declaration"
              : `Deciding declaration, in ${clock_repository.full_path}`}
          </h3>
          <EvidenceLine repositoryId={clock_repository.id} line={clock_evidence} isDeciding={false} />
        </section>
      )}
    </div>
  );
}
