import { API_PREFIX } from "@knockon/contract/operation";
import { createWebhookSecret, removeWebhookSecret } from "@knockon/contract/operations/webhook";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import { Webhook, WebhookOff } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { CodeLine } from "../../components/copy.tsx";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";

interface OrgWebhookProps {
  org: ConnectedOrg;
  host: Host;
}

/** Manages the webhook secret of an organization. */
export function OrgWebhook({ org, host }: OrgWebhookProps) {
  const { api } = useWorkspace();
  const params = { connected_org_id: org.id };
  const [asking, setAsking] = useState<"make" | "refuse">();
  const close = (): void => setAsking(undefined);
  const create = useAction({ run: () => api.call(createWebhookSecret, { params }), onSuccess: close });
  const remove = useAction({
    run: () => api.call(removeWebhookSecret, { params }),
    successMessage: "Webhooks disabled",
    onSuccess: () => {
      close();
      create.reset();
    },
  });
  return (
    <div className="flex flex-col gap-4 rounded-md border p-4">
      <p className="text-13 text-muted">
        Scan repositories within a minute of each push. The host signs its webhook events with this secret.
        Only one secret is active at a time.
      </p>
      {create.data && <ShownSecret host={host} secret={create.data.secret} />}
      <div className="flex flex-wrap gap-2">
        <Button icon={Webhook} onClick={() => setAsking("make")}>
          {create.data ? "Create new secret" : "Create secret"}
        </Button>
        <Button icon={WebhookOff} onClick={() => setAsking("refuse")}>
          Disable webhooks
        </Button>
      </div>
      <ConfirmDialog
        open={asking === "make"}
        onClose={close}
        title={`Create a webhook secret for ${org.name}?`}
        consequence="Any previous secret stops working immediately. Webhook events are rejected until you update the host."
        verb="Create secret"
        busy={create.isPending}
        onConfirm={() => create.mutate()}
      />
      <ConfirmDialog
        open={asking === "refuse"}
        onClose={close}
        title={`Disable webhooks for ${org.name}?`}
        consequence="Webhook events are rejected, and pushes wait for the next scan. You can create a new secret at any time."
        verb="Disable webhooks"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
}

type Host = Exclude<Platform, "local">;

/** How to set up the webhook on the host. */
const WEBHOOK_STEPS: Record<Host, readonly string[]> = {
  github: [
    "In the organization's settings, open Webhooks and add a webhook.",
    "Enter the URL as Payload URL and the secret as Secret.",
    "Set Content type to application/json.",
    "Select the Pushes and Repositories events.",
  ],
  gitlab: [
    "In the group's settings, open Webhooks and add a webhook.",
    "Enter the URL as URL and the secret as Secret token.",
    "Select Push events and, if available, Project events.",
  ],
};

function ShownSecret({ host, secret }: { host: Host; secret: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Notice tone="warning" title="Copy the secret now">
        It won't be shown again. If you lose it, create a new one.
      </Notice>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-13 font-medium">URL</p>
        <CodeLine text={`${location.origin}${API_PREFIX}/webhooks/${host}`} label="Copy URL" />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-13 font-medium">Secret</p>
        <CodeLine text={secret} label="Copy secret" />
      </div>
      <ol className="list-decimal pl-5 text-13 text-muted">
        {WEBHOOK_STEPS[host].map((step) => (
          <li key={step} className="py-0.5">
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}
