import {
  ApiError,
  createClient,
  createFileClient,
  createPageClient,
  type Input,
} from "@knockon/contract/client";
import type { OperationInput } from "@knockon/contract/operation";
import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";

const ORIGIN = { baseUrl: "" };

/** What a page may ask the service, as queries that are kept under the operation's id, and as plain calls. */
export function createApi(workspaceId?: string) {
  const options = workspaceId === undefined ? ORIGIN : { ...ORIGIN, workspaceId };
  const call = createClient(options);
  const callPage = createPageClient(options);
  return {
    call,
    /** A file that an operation answers with. */
    download: createFileClient(options),
    /** An operation's answer. */
    ask: <const T extends OperationInput>(operation: T, input: Input<T>) =>
      queryOptions({
        queryKey: [operation.id, workspaceId ?? null, input] as const,
        queryFn: ({ signal }) => call(operation, input, signal),
      }),
    /** A page of a list, and its total. */
    askPage: <const T extends OperationInput & { counted: true }>(operation: T, input: Input<T>) =>
      queryOptions({
        queryKey: [operation.id, workspaceId ?? null, input, "page"] as const,
        queryFn: ({ signal }) => callPage(operation, input, signal),
      }),
  };
}

export type Api = ReturnType<typeof createApi>;

/** Of the person, whatever the workspace. */
export const personalApi = createApi();

const isFinal = (error: Error): boolean => error instanceof ApiError && error.status < 500;

/** Asks again where that may help. Whoever is not signed in any more is told to `signInAgain`. */
export function createQueryClient(signInAgain: () => void): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) signInAgain();
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
