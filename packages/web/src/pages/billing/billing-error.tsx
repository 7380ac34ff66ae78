import { ApiError } from "@knockon/contract/client";
import { ConflictError, PlanError } from "@knockon/contract/resources/error";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { conflictWords, declineWords } from "./refusals.ts";
import { PortalButton } from "./portal-button.tsx";

/** Why money did not move, in sentences, and what to do. Nothing was changed, whichever it is. */
export function BillingError({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return <ErrorNotice error={error} />;
  const declined = error.status === 402 ? PlanError.safeParse(error.body).data : undefined;
  if (declined?.code === "payment_declined") {
    return (
      <Notice
        tone="danger"
        title="Your payment was declined"
        actions={<PortalButton text="Update payment method" />}
      >
        {declineWords(declined.decline_code)} You weren't charged.
      </Notice>
    );
  }
  const conflict = error.status === 409 ? ConflictError.safeParse(error.body).data : undefined;
  const words = conflict && conflictWords(conflict);
  if (!words) return <ErrorNotice error={error} />;
  return (
    <Notice tone="warning" title={words.title}>
      <ul className="flex flex-col gap-0.5">
        {words.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
