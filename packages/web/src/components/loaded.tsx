import { ApiError } from "@knockon/contract/client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import { NotFound } from "./not-found.tsx";
import { PageHeader } from "./page-header.tsx";

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Of the size of what follows. */
  skeleton: ReactNode;
  /** Where this is the whole page: its title when there is nothing else to say. */
  page?: string;
  children: (data: T) => ReactNode;
}

/** What a query answers: meanwhile its outline, and if it fails, why. Data that is shown stays while it is asked for anew. */
export function Loaded<T>({ query, skeleton, page, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <>
        {page !== undefined && <PageHeader title={page} />}
        {page !== undefined && isAbsent(query.error) ? (
          <NotFound />
        ) : (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        )}
      </>
    );
  }
  return (
    <div aria-busy="true" aria-live="polite">
      {page === undefined ? (
        <span className="sr-only">Loading</span>
      ) : (
        <h1 className="sr-only">{page}, loading</h1>
      )}
      {skeleton}
    </div>
  );
}

const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
