import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { showError, showToast } from "../components/toasts.tsx";

interface Action<Given, Answer> {
  run: (given: Given) => Promise<Answer>;
  /** Toast shown on success. */
  successMessage?: string | ((answer: Answer) => string);
  /** Operations whose cached responses become stale, or `all`. */
  invalidates?: readonly { id: string }[] | "all";
  onSuccess?: (answer: Answer) => void;
  /** The caller shows errors in the form. By default they are toasts. */
  showsErrors?: boolean;
}

/** A mutation with toasts for success and errors. */
export function useAction<Given = void, Answer = unknown>({
  run,
  successMessage,
  invalidates = [],
  onSuccess,
  showsErrors = false,
}: Action<Given, Answer>): UseMutationResult<Answer, Error, Given> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    async onSuccess(answer) {
      if (successMessage !== undefined)
        showToast(typeof successMessage === "string" ? successMessage : successMessage(answer));
      onSuccess?.(answer);
      if (invalidates === "all") await client.invalidateQueries();
      else await Promise.all(invalidates.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
    },
    onError(error) {
      if (!showsErrors) showError(error);
    },
  });
}
