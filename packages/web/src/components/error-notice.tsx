import { RotateCw } from "lucide-react";
import { describeError, mayPass } from "../api/describe-error.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { PlansLink } from "./plans-link.tsx";

/** What went wrong, whether anything was lost, what to do, and which request to name when asking for help. */
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
        mayPass(error) && (
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
