import type { Page } from "@knockon/contract/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Search, SearchX } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { Column } from "./columns.tsx";
import { DataTable } from "./data-table.tsx";
import { type ListSearch, PAGE_SIZE, withFilter } from "./list-search.ts";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { fieldLook } from "../components/fields.tsx";
import { Loaded, TableSkeleton } from "../components/loaded.tsx";
import { formatCount } from "../format/format.ts";

interface ListPageProps<Row extends object, Search extends ListSearch> {
  /** What is listed, in the plural: `repositories`. */
  noun: string;
  query: UseQueryResult<Page<Row[]>>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Of the URL. */
  search: Search;
  onSearch: (search: Search) => void;
  /** Without it there is no field to search in. */
  filterLabel?: string;
  /** Beside the field. */
  filters?: ReactNode;
  /** Shown where there is nothing at all, with no filter set. */
  empty: ReactNode;
}

/** A list of the service's: filters, order and page are the URL's; every state has its look. */
export function ListPage<Row extends object, Search extends ListSearch>(props: ListPageProps<Row, Search>) {
  const { noun, query, columns, rowId, search, onSearch, filterLabel, filters, empty } = props;
  const change = (changes: Partial<Search>): void => onSearch(withFilter(search, changes));
  const { sort: _sort, page: _page, ...filtering } = search;
  const isFiltered = Object.values(filtering).some((value) => value !== undefined);
  return (
    <>
      {Boolean(filterLabel ?? filters) && (
        <div role="search" className="mb-3 flex flex-wrap items-center gap-2">
          {filterLabel !== undefined && (
            <FilterInput
              label={filterLabel}
              value={search.q ?? ""}
              onChange={(q) => change({ q } as Partial<Search>)}
            />
          )}
          {filters}
        </div>
      )}
      <Loaded query={query} skeleton={<TableSkeleton rows={10} />}>
        {({ items, total }) => {
          if (items.length === 0 && !isFiltered) return empty;
          if (items.length === 0)
            return <NothingFound noun={noun} onClear={() => onSearch({ sort: search.sort } as Search)} />;
          // The service has its own order: another one is honest only where the whole list is here.
          const isWhole = total <= items.length;
          return (
            <>
              <DataTable
                caption={`${total} ${noun}`}
                columns={columns}
                rows={items}
                rowId={rowId}
                sort={search.sort}
                onSort={isWhole ? (sort) => onSearch({ ...search, sort }) : undefined}
              />
              <Pager page={search.page ?? 1} total={total} onPage={(page) => onSearch({ ...search, page })} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const NothingFound = ({ noun, onClear }: { noun: string; onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title={`No matching ${noun}`}
    action={<Button onClick={onClear}>Clear filters</Button>}
  >
    Try a different search or clear the filters.
  </EmptyState>
);

const PAUSE_MS = 150;

interface FilterInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Searches as one types, once the typing pauses. `/` leads here. */
function FilterInput({ label, value, onChange }: FilterInputProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Unless it is what was typed, which may have gone on since, the URL changed by other means: back, a link.
    if (value !== told) setText(value);
  }
  const tell = useEffectEvent(() => {
    setTold(text);
    onChange(text);
  });
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(tell, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className="relative min-w-44 flex-1 max-sm:basis-full sm:max-w-72">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
      <input
        type="search"
        data-list-filter
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        className={`${fieldLook} pl-8 text-13 [&::-webkit-search-cancel-button]:hidden`}
      />
      <kbd className="pointer-events-none absolute top-1.5 right-1.5 hidden h-5 rounded-sm border px-1.5 font-mono text-12 leading-4.5 text-faint md:block">
        /
      </kbd>
    </div>
  );
}

interface PagerProps {
  /** From 1. */
  page: number;
  total: number;
  /** How many rows a page has. */
  size?: number;
  onPage: (page: number | undefined) => void;
}

/** Which rows of how many, and the way to the others; nothing where one page has them all. */
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
