import { ApiError } from "@knockon/contract/client";
import { Link } from "@tanstack/react-router";
import { Compass, Search } from "lucide-react";
import type { ReactNode } from "react";
import { buttonLook } from "./button.tsx";
import { EmptyState, NotFound } from "./empty-state.tsx";
import { ErrorNotice } from "./notice.tsx";
import { PageHeader } from "./page-header.tsx";
import { useWorkspace } from "../api/workspace.ts";

/** What it needs of a query, also of one with several pages. */
interface LoadedQuery<T> {
  data: T | undefined;
  isError: boolean;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: LoadedQuery<T>;
  /** Must have the size of the content. */
  skeleton: ReactNode;
  /** The page title while loading and on error. Set if this is the whole page. */
  page?: string;
  children: (data: T) => ReactNode;
}

/** Shows a skeleton, an error, or the data of a query. Keeps showing data during a refetch. */
export function Loaded<T>({ query, skeleton, page, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    const isMissing = page !== undefined && isAbsent(query.error);
    return (
      <>
        {page !== undefined && <PageHeader title={isMissing ? `${page} not found` : page} />}
        {isMissing ? (
          <Missing page={page} />
        ) : (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        )}
      </>
    );
  }
  return <Loading page={page}>{skeleton}</Loading>;
}

/** The list that has what a page shows. */
const LISTS = {
  Repository: { to: "/w/$slug/repositories", text: "repositories" },
  Artifact: { to: "/w/$slug/artifacts", text: "artifacts" },
  Check: { to: "/w/$slug/checks", text: "checks" },
  Scan: { to: "/w/$slug/scans", text: "scans" },
  Organization: { to: "/w/$slug/settings/orgs", text: "organizations" },
} as const;

const isListed = (page: string): page is keyof typeof LISTS => page in LISTS;

/** Names the ID that the URL has, and leads to the list. */
const Missing = ({ page }: { page: string }) =>
  isListed(page) ? <MissingOfList page={page} /> : <NotFound />;

function MissingOfList({ page }: { page: keyof typeof LISTS }) {
  const { slug } = useWorkspace().workspace;
  const { to, text } = LISTS[page];
  const id = location.pathname.split("/").at(-1);
  return (
    <EmptyState
      icon={Compass}
      title={`No ${page.toLowerCase()} of this workspace has the ID ${id}`}
      action={
        <Link to={to} params={{ slug }} className={buttonLook("primary")}>
          <Search aria-hidden className="size-4" />
          Search {text}
        </Link>
      }
    >
      It may have been deleted, or it is in another workspace.
    </EmptyState>
  );
}

interface LoadingProps {
  page?: string | undefined;
  children: ReactNode;
}

/** Shows a skeleton. What follows on the page appears after it, so the page does not move. */
export const Loading = ({ page, children }: LoadingProps) => (
  <div data-loading aria-busy="true" aria-live="polite">
    {page === undefined ? (
      <span className="sr-only">Loading</span>
    ) : (
      <h1 className="sr-only">{page}, loading</h1>
    )}
    {children}
  </div>
);

const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const WIDTHS = ["w-3/5", "w-2/5", "w-1/2", "w-2/3"];

export const SkeletonBlock = ({ className }: { className: string }) => (
  <div aria-busy="true" className={`skeleton ${className}`} />
);

/** Has the height of a table with this many rows. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy="true" className="rounded-md border">
      <div className="h-9 border-b bg-sunken" />
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-11 items-center border-b px-3 last:border-b-0">
          <div className={`skeleton h-3.5 ${WIDTHS[index % WIDTHS.length]}`} />
        </div>
      ))}
    </div>
  );
}

/** Skeleton of a detail page with tabs and a sidebar. */
export const DetailSkeleton = () => (
  <>
    <SkeletonBlock className="mb-1 h-5 w-28" />
    <SkeletonBlock className="h-7 w-72 max-w-full" />
    <SkeletonBlock className="mt-1 mb-6 h-5 w-56" />
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div>
        <SkeletonBlock className="mb-3 h-9 w-80 max-w-full" />
        <TableSkeleton />
      </div>
      <SkeletonBlock className="h-64" />
    </div>
  </>
);
