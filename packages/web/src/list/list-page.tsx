import type { DownloadedFile, Page } from "@knockon/contract/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, Search, SearchX, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Column } from "./columns.tsx";
import { DataTable } from "./data-table.tsx";
import { type ListSearch, PAGE_SIZE, withFilter } from "./list-search.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../components/button.tsx";
import { cx, saveFile } from "../components/dom.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { fieldLook, Select } from "../components/fields.tsx";
import { Loaded, TableSkeleton } from "../components/loaded.tsx";
import { countOf, formatCount } from "../format/format.ts";
import { singularOf } from "../format/words.ts";

interface ListPageProps<Row extends object, Search extends ListSearch> {
  /** Plural, such as `repositories`. */
  noun: string;
  query: UseQueryResult<Page<Row[]>>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** From the URL. */
  search: Search;
  onSearch: (search: Search) => void;
  /** Shows a search field with this label. */
  filterLabel?: string;
  /** Shown next to the search field. */
  filters?: ReactNode;
  /** The sort order without one in the URL. */
  usualSort?: string;
  /** Rows of the skeleton; 10 by default. Fewer where content follows a list that is usually short. */
  skeletonRows?: number;
  /** The number of matching items in words: by default of those of a table, as `noun`. */
  totalInWords?: (total: number) => string;
  /** Downloads all matching items. */
  onExport?: () => Promise<DownloadedFile>;
  /** What filters leave out, as a sentence. Shown if nothing matches. */
  scope?: string;
  /** Shown if the list is empty without filters. */
  empty: ReactNode;
  /** Shows the items instead of a table. */
  children?: (items: readonly Row[]) => ReactNode;
}

/** A paged list whose filters, sort order and page are in the URL. */
export function ListPage<Row extends object, Search extends ListSearch>(props: ListPageProps<Row, Search>) {
  const { noun, query, columns, rowId, search, onSearch, filterLabel, filters, scope, empty } = props;
  const { usualSort, skeletonRows = 10, onExport, children } = props;
  const { totalInWords = children ? undefined : (total: number) => countOf(total, singularOf(noun), noun) } =
    props;
  const isSortedByServer = columns.some(({ sort }) => sort !== undefined);
  const change = (changes: Partial<Search>): void => onSearch(withFilter(search, changes));
  const { q: _q, sort: _sort, page: _page, ...narrowing } = search;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const isFiltered = isNarrowed || search.q !== undefined;
  const hasFilters = Boolean(filterLabel ?? filters);
  return (
    <>
      {(hasFilters || (onExport && query.data?.total !== 0)) && (
        <div
          role={hasFilters ? "search" : undefined}
          className="mb-3 flex min-h-8 flex-wrap items-center gap-2"
        >
          {filterLabel !== undefined && (
            <FilterInput
              label={filterLabel}
              value={search.q ?? ""}
              onChange={(q) => change({ q } as Partial<Search>)}
            />
          )}
          {filters && (
            // On a phone, below the search field and the button, or beside the button.
            <div
              className={cx(
                "flex flex-wrap items-center gap-2 sm:contents",
                filterLabel === undefined ? "min-w-0 flex-1" : "max-sm:order-last max-sm:basis-full",
              )}
            >
              {filters}
            </div>
          )}
          {totalInWords && !hasFilters && query.data && (
            <span className="tabular text-13 text-muted">{totalInWords(query.data.total)}</span>
          )}
          {query.data && query.data.total > 0 && (
            <span className="ml-auto flex items-center gap-3">
              {totalInWords && hasFilters && (
                <span
                  className={cx(
                    "tabular text-13 text-muted",
                    hasFilters && isSortedByServer && "max-md:hidden",
                  )}
                >
                  {totalInWords(query.data.total)}
                </span>
              )}
              {onExport && <ExportButton onExport={onExport} />}
            </span>
          )}
        </div>
      )}
      {hasFilters && isSortedByServer && query.data?.total !== 0 && (
        <div className="mb-2 flex min-h-8 items-center justify-between gap-3 lg:hidden">
          <span className="tabular text-13 text-muted md:invisible">
            {totalInWords && query.data && query.data.total > 0 && totalInWords(query.data.total)}
          </span>
          <div className="min-w-0">
            <SortSelect
              columns={columns}
              sort={search.sort ?? usualSort}
              onSort={(sort) => onSearch({ ...search, sort, page: undefined })}
            />
          </div>
        </div>
      )}
      <Loaded query={query} skeleton={<TableSkeleton rows={skeletonRows} />}>
        {({ items, total }) => {
          if (items.length === 0 && !isFiltered) return empty;
          if (items.length === 0)
            return (
              <NothingFound
                noun={noun}
                q={search.q}
                isNarrowed={isNarrowed}
                scope={scope}
                onClear={() => onSearch({ sort: search.sort } as Search)}
              />
            );
          // Sorting in the browser is correct only if all rows are on this page.
          const isWhole = total <= items.length;
          return (
            <>
              {children ? (
                children(items)
              ) : (
                <DataTable
                  caption={`${total} ${noun}`}
                  columns={columns}
                  rows={items}
                  rowId={rowId}
                  sort={search.sort ?? usualSort}
                  isSortedByServer={isSortedByServer}
                  // The order is chosen above the list.
                  hasOneOnPhone={
                    hasFilters && isSortedByServer && columns.slice(1).every(({ from }) => from !== undefined)
                  }
                  onSort={
                    isSortedByServer || isWhole
                      ? (sort) => onSearch({ ...search, sort, page: undefined })
                      : undefined
                  }
                />
              )}
              <Pager page={search.page ?? 1} total={total} onPage={(page) => onSearch({ ...search, page })} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
}

/** The sort orders of a list, where not all headers fit. Each column has the order of its first click, and the current one both. */
function SortSelect<Row>({ columns, sort = "", onSort }: SortSelectProps<Row>) {
  const options = columns.flatMap(({ id, mostFirst = false, sort: field }) => {
    const [usual, other] = mostFirst ? [`-${id}`, id] : [id, `-${id}`];
    if (field === undefined) return [];
    return sort === other ? [usual, other] : [usual];
  });
  const nameOf = (value: string): string => {
    const column = columns.find(({ id }) => id === value.replace(/^-/u, ""));
    const isUsual = value.startsWith("-") === (column?.mostFirst ?? false);
    return isUsual ? `Sort: ${column?.header}` : `Sort: ${column?.header}, reversed`;
  };
  return (
    <Select
      bare
      label="Sort order"
      value={sort}
      options={[
        ...(sort === "" ? [{ value: "", text: "Sort" }] : []),
        ...options.map((value) => ({ value, text: nameOf(value) })),
      ]}
      onChange={(value) => onSort(value === "" ? undefined : value)}
    />
  );
}

/** Downloads the list as CSV. */
export function ExportButton({ onExport }: { onExport: () => Promise<DownloadedFile> }) {
  const download = useAction({
    run: onExport,
    onSuccess: ({ blob, name = "list.csv" }) => saveFile(blob, name),
  });
  return (
    <Button
      icon={Download}
      disabled={download.isPending}
      onClick={() => download.mutate()}
      className="max-lg:w-8 max-lg:px-0"
      title="Export CSV"
    >
      <span className="max-lg:sr-only">Export CSV</span>
    </Button>
  );
}

interface NothingFoundProps {
  noun: string;
  /** The text in the search field. */
  q: string | undefined;
  /** Filters other than the search are set. */
  isNarrowed: boolean;
  scope: string | undefined;
  onClear: () => void;
}

const NothingFound = ({ noun, q, isNarrowed, scope, onClear }: NothingFoundProps) => (
  <EmptyState
    icon={SearchX}
    title={q === undefined ? `No ${noun} match the filters` : `No ${noun} match "${q}"`}
    action={
      <Button onClick={onClear}>
        {q === undefined ? "Clear filters" : isNarrowed ? "Clear search and filters" : "Clear search"}
      </Button>
    }
  >
    {q === undefined
      ? (scope ?? "All of them are excluded by the filters above.")
      : ["Check the spelling, or search for a part of the name.", scope].filter(Boolean).join(" ")}
  </EmptyState>
);

const DEBOUNCE_MS = 150;

interface FilterInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A debounced search field. `/` focuses it. */
function FilterInput({ label, value, onChange }: FilterInputProps) {
  const [text, setText] = useState(value);
  const [previous, setPrevious] = useState(value);
  const [emitted, setEmitted] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  if (value !== previous) {
    setPrevious(value);
    // The URL changed by navigation rather than by typing.
    if (value !== emitted) setText(value);
  }
  const emit = useEffectEvent(() => {
    setEmitted(text);
    onChange(text);
  });
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(emit, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className="relative min-w-44 flex-1 sm:max-w-72">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
      <input
        type="search"
        ref={field}
        data-list-filter
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        className={`${fieldLook} pr-8 pl-8 text-13 [&::-webkit-search-cancel-button]:hidden`}
      />
      {text === "" ? (
        <kbd className="pointer-events-none absolute top-1.5 right-1.5 hidden h-5 rounded-sm border px-1.5 font-mono text-12 leading-4.5 text-faint md:block">
          /
        </kbd>
      ) : (
        <button
          type="button"
          title="Clear search"
          onClick={() => {
            setText("");
            field.current?.focus();
          }}
          className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text"
        >
          <X aria-hidden className="size-4" />
          <span className="sr-only">Clear search</span>
        </button>
      )}
    </div>
  );
}

interface PagerProps {
  /** 1-based. */
  page: number;
  total: number;
  /** Rows per page. */
  size?: number;
  onPage: (page: number | undefined) => void;
}

/** Pagination. Renders nothing for a single page. */
export function Pager({ page, total, size = PAGE_SIZE, onPage }: PagerProps) {
  if (total <= size) return null;
  const last = Math.ceil(total / size);
  const first = (page - 1) * size + 1;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-between text-13 text-muted">
      <span className="tabular">
        {formatCount(first)}–{formatCount(Math.min(total, page * size))} of {formatCount(total)}
      </span>
      <span className="flex gap-2">
        <Button
          icon={ChevronLeft}
          disabled={page <= 1}
          onClick={() => onPage(page > 2 ? page - 1 : undefined)}
        >
          Previous
        </Button>
        <Button icon={ChevronRight} disabled={page >= last} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </span>
    </nav>
  );
}
