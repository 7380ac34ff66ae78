import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from "lucide-react";
import { type ReactNode, use } from "react";
import { Button, buttonLook } from "./button.tsx";
import { cx } from "./dom.ts";
import { describeError, fieldErrors, isRetryable } from "../api/errors.ts";
import { WorkspaceContext } from "../api/workspace.ts";

const TONES = {
  info: { icon: Info, look: "bg-accent-soft", iconLook: "text-accent" },
  success: { icon: CircleCheck, look: "bg-success-soft", iconLook: "text-success" },
  warning: { icon: TriangleAlert, look: "bg-warning-soft", iconLook: "text-warning" },
  danger: { icon: CircleAlert, look: "bg-danger-soft", iconLook: "text-danger" },
};

interface NoticeProps {
  tone: keyof typeof TONES;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A message that screen readers announce. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const { icon: Icon, look, iconLook } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={cx("flex flex-wrap gap-3 rounded-md p-3 text-13", look)}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-3">
        <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", iconLook)} />
        <div className="min-w-0 flex-1">
          <p className="font-medium text-text">{title}</p>
          {children !== undefined && <div className="mt-0.5 break-words text-text">{children}</div>}
        </div>
      </div>
      {Boolean(actions) && <div className="ml-auto">{actions}</div>}
    </div>
  );
}

/** Shows an error, what to do about it, and the request ID. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, detail, requestId, isOfPlan } = describeError(error);
  if (isOfPlan) {
    return (
      <Notice tone="warning" title={title} actions={<PlansLink />}>
        {detail}
      </Notice>
    );
  }
  return (
    <Notice
      tone="danger"
      title={title}
      actions={
        onRetry &&
        isRetryable(error) && (
          <Button icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p>{detail}</p>
      {requestId !== null && (
        <p className="mt-1">
          Request <code className="font-mono text-12">{requestId}</code>
        </p>
      )}
    </Notice>
  );
}

/** Shows a form's error unless its fields already show all messages. */
export function FormError({ error, fields }: { error: Error | null; fields: RegExp }) {
  if (error === null) return null;
  const places = [...fieldErrors(error).keys()];
  const isShown = places.length > 0 && places.every((place) => fields.test(place));
  return isShown ? null : <ErrorNotice error={error} />;
}

/** Link to the plans. Renders nothing outside a workspace. */
export function PlansLink() {
  const open = use(WorkspaceContext);
  if (!open) return null;
  return (
    <Link to="/w/$slug/settings/billing" params={{ slug: open.workspace.slug }} className={buttonLook()}>
      View plans
    </Link>
  );
}
