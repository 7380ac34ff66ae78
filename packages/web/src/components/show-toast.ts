import { Toast } from "@base-ui/react/toast";
import { describeError } from "../api/describe-error.ts";

/** Told from anywhere, shown by `Toasts`. */
export const toastManager = Toast.createToastManager<{ isOfPlan: boolean }>();

export const showToast = (title: string, description?: string): void =>
  void toastManager.add({ title, ...(description !== undefined && { description }) });

/** Stays until it is read. */
export function showError(error: unknown): void {
  const { title, detail, requestId, isOfPlan } = describeError(error);
  const description = requestId === null || isOfPlan ? detail : `${detail} Request ${requestId}.`;
  toastManager.add({
    title,
    description,
    type: "error",
    priority: "high",
    timeout: 12_000,
    data: { isOfPlan },
  });
}
