import type { Page } from "@knockon/contract/client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loaded } from "../components/loaded.tsx";
import { TableSkeleton } from "../components/skeleton.tsx";
import { SearchX } from "lucide-react";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";
import { FilterInput } from "./filter-input.tsx";
import { withFilter, type ListSearch } from "./list-search.ts";
import { Pager } from "./pager.tsx";

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
