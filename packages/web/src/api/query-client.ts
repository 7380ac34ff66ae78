import { ApiError } from "@knockon/contract/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

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
