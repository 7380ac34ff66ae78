import {
  ApiError,
  createClient,
  createCsvClient,
  createFileClient,
  createPageClient,
  type Input,
} from "@knockon/contract/client";
import type { OperationInput } from "@knockon/contract/operation";
import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";

const ORIGIN = { baseUrl: "" };

/** Creates the API client of a page: cached queries keyed by operation ID, and plain calls. */
export function createApi(workspaceId?: string) {
  const options = workspaceId === undefined ? ORIGIN : { ...ORIGIN, workspaceId };
  const call = createClient(options);
  const callPage = createPageClient(options);
  return {
    call,
    callPage,
    /** Downloads the file that an operation returns. */
    download: createFileClient(options),
    /** Downloads all items of a list as CSV. */
    exportCsv: createCsvClient(options),
    /** Query options for an operation. */
    query: <const T extends OperationInput>(operation: T, input: Input<T>) =>
      queryOptions({
        queryKey: [operation.id, workspaceId ?? null, input] as const,
        queryFn: ({ signal }) => call(operation, input, signal),
      }),
    /** Query options for a page of a list, with the total count. */
    queryPage: <const T extends OperationInput & { counted: true }>(operation: T, input: Input<T>) =>
      queryOptions({
        queryKey: [operation.id, workspaceId ?? null, input, "page"] as const,
        queryFn: ({ signal }) => callPage(operation, input, signal),
      }),
  };
}

export type Api = ReturnType<typeof createApi>;

/** For operations that are not specific to a workspace. */
export const personalApi = createApi();

const isFinal = (error: Error): boolean => error instanceof ApiError && error.status < 500;

/** Retries server errors. Calls `onSignedOut` if a response is 401. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => !isFinal(error) && failures < 2,
      },
    },
  });
}
