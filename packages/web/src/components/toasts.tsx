import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { describeError } from "../api/errors.ts";
import { findLastWorkspace } from "../routes/root.ts";

/** Toasts can be added from anywhere. `Toasts` renders them. */
const toastManager = Toast.createToastManager<{ isOfPlan: boolean }>();

export const showToast = (title: string, description?: string): void =>
  void toastManager.add({ title, ...(description !== undefined && { description }) });

/** Error toasts stay longer than others. */
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

export function Toasts() {
  return (
    <Toast.Provider toastManager={toastManager}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 left-4 z-50 flex flex-col gap-2 sm:left-auto sm:w-90">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager<{ isOfPlan: boolean }>();
  return toasts.map((toast) => {
    const isError = toast.type === "error";
    const Icon = isError ? CircleAlert : CircleCheck;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className="flex items-start gap-3 rounded-md border border-line-strong bg-raised p-3 transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
      >
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isError ? "text-danger" : "text-success"}`} />
        <Toast.Content className="min-w-0 flex-1">
          <Toast.Title className="text-13 font-medium" />
          <Toast.Description className="mt-0.5 text-13 break-words text-muted" />
          {toast.data?.isOfPlan === true && (
            <a
              href={`/w/${findLastWorkspace()}/settings/billing`}
              className="mt-1 inline-block text-13 text-accent hover:underline"
            >
              View plans
            </a>
          )}
        </Toast.Content>
        <Toast.Close aria-label="Dismiss" className="rounded-sm text-faint hover:text-text">
          <X aria-hidden className="size-4" />
        </Toast.Close>
      </Toast.Root>
    );
  });
}
