import { type AffectedColumns, AffectedRow, columnsOf } from "./affected-row.tsx";
import type { RowGroup } from "./impact-groups.ts";
import type { ImpactSearch } from "./impact-search.ts";
import type { Affected } from "./impact-text.ts";
import { cx } from "../../components/dom.ts";
import { Help } from "../../components/help.tsx";
import { NextRunMark, ORDER, PASSES_ON, SortMark } from "../../components/passes-on.tsx";
import { formatCount } from "../../format/format.ts";

/** The headers of the columns, above the first group. */
export const AffectedHeader = ({
  columns,
  isMentions,
}: Pick<AffectedGroupProps, "columns" | "isMentions">) => (
  <div
    className={cx("mb-1.5 hidden items-center gap-x-3 px-3 text-12 text-muted @lg:grid", columnsOf(columns))}
  >
    <span />
    <span className="flex items-center gap-1" title={columns.hasOnward ? PASSES_ON : undefined}>
      Repository
      {columns.hasOnward && (
        <span className="flex items-center gap-1 @3xl:hidden">
          · passes on
          <OnwardMark columns={columns} />
        </span>
      )}
    </span>
    <span className="hidden @2xl:block" title="Owner of the file that declares it">
      Owner of the file
    </span>
    <span className="flex items-center">
      {!isMentions && (
        <>
          <span className="flex items-center gap-1" title={ORDER}>
            Timing
            <SortMark label="(earliest first)" {...(columns.hasOnward && { place: 1 })} />
          </span>
          <Help of="clock" />
        </>
      )}
    </span>
    {columns.hasOnward && (
      // As wide as its text, to the left where the column is too narrow. The margin separates it from the next header.
      <span
        className="hidden items-center justify-end gap-1 pr-3 whitespace-nowrap @3xl:flex"
        title={`${PASSES_ON}. ${ORDER}`}
      >
        Passes on
        <OnwardMark columns={columns} />
      </span>
    )}
    {columns.hasDistance && <span className="hidden @3xl:block">Distance</span>}
    <span>Version</span>
  </div>
);

/** The second key of the order. */
const OnwardMark = ({ columns: { hasFastOnward } }: Pick<AffectedGroupProps, "columns">) => (
  <>
    {hasFastOnward && <NextRunMark />}
    <SortMark
      isDescending
      place={2}
      label={hasFastOnward ? "(then most on next run first)" : "(then most first)"}
    />
  </>
);

interface AffectedGroupProps {
  group: RowGroup;
  columns: AffectedColumns;
  /** The rows only mention the root: they do not get its changes. */
  isMentions: boolean;
  /** By cycle. */
  cycles: ReadonlyMap<number, Affected[]>;
  /** The same impact, grouped by owner. */
  byOwner: ImpactSearch;
  /** The organizations of repositories whose path is listed more than once. */
  orgOf: ReadonlyMap<string, string>;
  /** The expanded repository. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** Repositories that are loaded, also of other groups. */
  loaded: number;
  isLoadingMore: boolean;
  /** Lists the remaining repositories of the group. */
  onAll: () => void;
}

/** A group of affected repositories. */
export function AffectedGroup(props: AffectedGroupProps) {
  const { group, columns, isMentions, cycles, byOwner, orgOf, open, onOpen, loaded, isLoadingMore, onAll } =
    props;
  const { id, title, note, split, rows, total = rows.length } = group;
  return (
    <section aria-labelledby={id} className="mt-4 overflow-clip rounded-md border first-of-type:mt-0">
      <div className="sticky top-12 z-10 flex min-h-9 items-center justify-between gap-x-4 border-b @max-lg:flex-wrap bg-sunken px-3 md:top-0">
        <h2 id={id} className="py-1.5 text-13 font-semibold">
          {title}
          {note !== undefined && <span className="font-normal text-muted"> · {note}</span>}
          {split !== undefined && (
            <span className="hidden font-normal text-muted @lg:inline"> · {split}</span>
          )}
        </h2>
        <span className="tabular flex shrink-0 items-center gap-2 text-12 text-muted" title={split}>
          <span>
            {total > rows.length && `${formatCount(rows.length)} of `}
            {formatCount(total)}
            <span className={cx(total > rows.length && "@max-lg:hidden")}>
              {total === 1 ? " repository" : " repositories"}
            </span>
            {total > rows.length && `, in the first ${formatCount(loaded)}`}
            {total > rows.length && <span className="@max-lg:hidden"> rows</span>}
          </span>
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
        {split !== undefined && (
          <span className="basis-full pb-1.5 text-12 text-muted @lg:hidden">{split}</span>
        )}
      </div>
      <ol>
        {rows.map((row) => (
          <AffectedRow
            key={row.repository.id}
            row={row}
            columns={columns}
            isMentions={isMentions}
            byOwner={byOwner}
            org={orgOf.get(row.repository.id)}
            cycle={cycles.get(row.cycle_group ?? -1) ?? []}
            isOpen={row.repository.id === open}
            onToggle={() => onOpen(row.repository.id === open ? undefined : row.repository.id)}
          />
        ))}
      </ol>
    </section>
  );
}
