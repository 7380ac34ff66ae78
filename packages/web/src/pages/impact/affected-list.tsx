import { ArrowRight, LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { type AffectedColumns, AffectedRow, columnsOf } from "./affected-row.tsx";
import { Timings } from "../graph/timings.tsx";
import type { RowGroup } from "./impact-groups.ts";
import type { NameOwner } from "./impact-owners.ts";
import type { ImpactSearch } from "./impact-search.ts";
import { type Affected } from "./impact-text.ts";
import { type Followers, followersOf } from "./impact-followers.ts";
import { cx } from "../../components/dom.ts";
import { Help } from "../../components/help.tsx";
import { PenNote } from "../../components/owner-name.tsx";
import { ORDER, PassesOnNote, SortMark, thenByInWords } from "../../components/passes-on.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { timingLabel } from "../../format/words.ts";

type HeaderProps = Pick<AffectedGroupProps, "columns" | "isMentions">;

/** The headers of the columns, above the first group, or where the list is narrow the order of the rows. On a phone, a help says it. */
export const AffectedHeader = (props: HeaderProps) => (
  <>
    <PhoneHeader {...props} />
    <NarrowHeader {...props} />
    <WideHeader {...props} />
  </>
);

/** The order of the rows, and what their signs mean. */
const PhoneHeader = ({ columns: { hasOnward, hasOwner, hasAuthors, ofUsers }, isMentions }: HeaderProps) => (
  <p className="mb-1.5 flex flex-wrap items-center gap-x-3 text-12 text-muted empty:hidden sm:hidden">
    {hasOnward && !isMentions && (
      <span className="basis-full">
        By timing, then by {thenByInWords(ofUsers)}.{ofUsers && " None passes it on."}
      </span>
    )}
    {hasOnward && !ofUsers && !isMentions && (
      <>
        <PassesOnNote />
        {hasOwner && hasAuthors && "·"}
      </>
    )}
    {hasOwner && hasAuthors && <PenNote />}
  </p>
);

const NarrowHeader = ({ columns, isMentions }: HeaderProps) =>
  !isMentions && (
    <p className="mb-1 flex min-h-6 items-center text-12 text-muted max-sm:hidden @lg:hidden">
      By timing
      {columns.hasOnward && (
        <>
          , then by {thenByInWords(columns.ofUsers)}
          <Help of={columns.ofUsers ? "end" : "onward"} />
        </>
      )}
    </p>
  );

const WideHeader = ({ columns, isMentions }: HeaderProps) => (
  <div
    className={cx(
      "mb-1 hidden min-h-6 items-center gap-x-3 px-3 text-12 text-muted @lg:grid",
      columnsOf(columns),
    )}
  >
    <span />
    <span className="flex items-center whitespace-nowrap">
      Repository
      {columns.hasOnward && (
        <span className={cx("flex items-center @3xl:hidden", columns.hasOwner && "@2xl:hidden")}>
          {columns.ofUsers ? (
            <span className="ml-3">used by</span>
          ) : (
            <>
              <ArrowRight aria-hidden className="mr-1 ml-3 size-3" />
              passes on
            </>
          )}
          <Help of={columns.ofUsers ? "end" : "onward"} />
        </span>
      )}
    </span>
    {columns.hasOwner && (
      <span className="hidden items-center @2xl:flex">
        Owner
        {columns.hasAuthors && <PenNote className="ml-2 @3xl:hidden" />}
        <Help of="owner" />
      </span>
    )}
    <span className="flex items-center">
      {!isMentions && (
        <>
          <span className="flex items-center gap-1" title={ORDER}>
            Timing
            <SortMark place={columns.hasOnward ? 1 : undefined} label="(earliest first)" />
          </span>
          <Help of="clock" />
        </>
      )}
    </span>
    <span className={cx(columns.hasOwner && columns.hasFastOnward && "@2xl:@max-3xl:hidden")}>Version</span>
    {columns.hasOnward && (
      // As wide as its text, to the left where the column is too narrow. The margin separates it from the next header.
      <span
        className={cx(
          "hidden items-center justify-end whitespace-nowrap @3xl:flex",
          columns.hasOwner && "@2xl:flex",
        )}
      >
        <span className="flex items-center gap-1" title={ORDER}>
          {columns.ofUsers ? "Used by" : "Passes on to"}
          <SortMark
            isDescending
            place={2}
            label={columns.hasFastOnward ? "(then most on next run first)" : "(then most first)"}
          />
        </span>
        <span className="flex w-6">
          <Help of={columns.ofUsers ? "end" : "onward"} />
        </span>
      </span>
    )}
    {columns.hasDistance && <span className="hidden @3xl:block">Distance</span>}
  </div>
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
  nameOwner: NameOwner;
  /** The organizations of repositories whose path is listed more than once. */
  orgOf: ReadonlyMap<string, string>;
  /** The expanded repository. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
  isLoadingMore: boolean;
  /** Lists the remaining repositories of the group. */
  onAll: () => void;
}

/** A group of affected repositories. */
export function AffectedGroup(props: AffectedGroupProps) {
  const { group, columns, isMentions, cycles, byOwner, nameOwner, orgOf } = props;
  const { open, onOpen, isLoadingMore, onAll } = props;
  const { id, title, note, split, archived = 0, rows, total = rows.length } = group;
  const followers = followersOf(rows.length < total ? [] : rows);
  return (
    <section aria-labelledby={id} className="mt-4 overflow-clip rounded-md border first-of-type:mt-0">
      <div className="sticky top-12 z-10 flex min-h-9 items-center justify-between gap-x-4 border-b bg-sunken px-3 md:top-0">
        <h2 id={id} className="py-1.5 text-13 font-semibold">
          {title}
          {note !== undefined && <span className="font-normal text-muted"> · {note}</span>}
          {split !== undefined && (
            <span className="font-normal text-muted @max-lg:hidden">
              {" · "}
              {split
                .map(
                  ({ clock, count, isMaximum }) =>
                    `${formatCount(count)} ${timingLabel(clock, isMaximum)}${inBrackets(followers.get(clock))}`,
                )
                .concat(archived === 0 ? [] : `${formatCount(archived)} archived`)
                .join(", ")}
              {columns.hasOnward &&
                !isMentions &&
                (columns.ofUsers ? " · none passes it on" : ` · by timing, then by ${thenByInWords()}`)}
            </span>
          )}
        </h2>
        {split !== undefined && (
          // Beside the title, there is no room for words.
          <span className="ml-auto text-12 @lg:hidden">
            <Timings count={total} timings={split} archived={archived} isCounted={false} />
          </span>
        )}
        <span className="tabular shrink-0 text-12 text-muted">
          <span className="@max-3xl:hidden">{countOf(total, "repository", "repositories")}</span>
          {/* Beside the title, there is room for the number. */}
          <span className="@3xl:hidden">{formatCount(total)}</span>
        </span>
      </div>
      <ol>
        {rows.map((row) => (
          <AffectedRow
            key={row.repository.id}
            row={row}
            columns={columns}
            isMentions={isMentions}
            byOwner={byOwner}
            nameOwner={nameOwner}
            org={orgOf.get(row.repository.id)}
            cycle={cycles.get(row.cycle_group ?? -1) ?? []}
            isOpen={row.repository.id === open}
            onToggle={() => onOpen(row.repository.id === open ? undefined : row.repository.id)}
          />
        ))}
      </ol>
      {total > rows.length && (
        <MoreRow count={total - rows.length} isLoading={isLoadingMore} onMore={onAll} />
      )}
    </section>
  );
}

/** ` (4 after flux2 bumps)`. */
const inBrackets = (followers: Followers | undefined): string =>
  followers === undefined ? "" : ` (${formatCount(followers.count)} ${followers.words})`;

interface MoreRowProps {
  /** Repositories that are not listed yet. */
  count: number;
  isLoading: boolean;
  onMore: () => void;
}

/** The last row of a list that goes on. Loads the rest when it is scrolled to or pressed. */
export function MoreRow({ count, isLoading, onMore }: MoreRowProps) {
  const row = useRef<HTMLButtonElement>(null);
  const load = useRef(onMore);
  useEffect(() => {
    load.current = onMore;
  });
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting) && row.current?.disabled === false)
        load.current();
    });
    if (row.current) observer.observe(row.current);
    return () => observer.disconnect();
  }, []);
  return (
    <button
      ref={row}
      type="button"
      disabled={isLoading}
      onClick={onMore}
      className="flex min-h-9 w-full items-center gap-2 border-t px-3 text-13 text-accent not-disabled:hover:bg-hover disabled:text-muted"
    >
      {isLoading && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {isLoading ? "Loading" : "Show"} {formatCount(count)} more
    </button>
  );
}
