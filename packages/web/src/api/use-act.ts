import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { showError, showToast } from "../components/toasts.tsx";

interface Act<Given, Answer> {
  act: (given: Given) => Promise<Answer>;
  /** What the person is told when it is done. */
  says?: string | ((answer: Answer) => string);
  /** Operations whose answers are out of date then. */
  refreshes?: readonly { id: string }[];
  done?: (answer: Answer) => void;
  /** Shows failures itself, beside what was entered; else they are toasts. */
  showsErrors?: boolean;
}

/** A change: it says when it is done, and why it failed. */
export function useAct<Given = void, Answer = unknown>({
  act,
  says,
  refreshes = [],
  done,
  showsErrors = false,
}: Act<Given, Answer>): UseMutationResult<Answer, Error, Given> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    async onSuccess(answer) {
      if (says !== undefined) showToast(typeof says === "string" ? says : says(answer));
      done?.(answer);
      await Promise.all(refreshes.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
    },
    onError(error) {
      if (!showsErrors) showError(error);
    },
  });
}
