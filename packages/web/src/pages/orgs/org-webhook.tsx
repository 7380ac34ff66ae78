import { createWebhookSecret, removeWebhookSecret } from "@knockon/contract/operations/webhook";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { Webhook, WebhookOff } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ShownSecret, type Host } from "./shown-secret.tsx";

interface OrgWebhookProps {
  org: ConnectedOrg;
  host: Host;
}

/** Lets the host tell of pushes, so that a scan follows within a minute. */
export function OrgWebhook({ org, host }: OrgWebhookProps) {
  const { api } = useWorkspace();
  const params = { connected_org_id: org.id };
  const [asking, setAsking] = useState<"make" | "refuse">();
  const close = (): void => setAsking(undefined);
  const create = useAct({ act: () => api.call(createWebhookSecret, { params }), done: close });
  const remove = useAct({
    act: () => api.call(removeWebhookSecret, { params }),
    says: "Webhooks of this org are refused from now on",
    done: () => {
      close();
      create.reset();
    },
  });
  return (
    <div className="flex flex-col gap-4 rounded-md border p-4">
      <p className="text-13 text-muted">
        With a webhook, what is pushed is scanned within a minute. The host signs with a secret that is made
        here, one at a time.
      </p>
      {create.data && <ShownSecret host={host} secret={create.data.secret} />}
      <div className="flex flex-wrap gap-2">
        <Button icon={Webhook} onClick={() => setAsking("make")}>
          {create.data ? "Make another secret" : "Make a secret"}
        </Button>
        <Button icon={WebhookOff} onClick={() => setAsking("refuse")}>
          Accept no webhooks
        </Button>
      </div>
      <ConfirmDialog
        open={asking === "make"}
        onClose={close}
        title={`Make a webhook secret for ${org.name}?`}
        consequence="One that was made before is void at once: what the host signs with it is refused until it has the new one."
        verb="Make the secret"
        busy={create.isPending}
        onConfirm={() => create.mutate()}
      />
      <ConfirmDialog
        open={asking === "refuse"}
        onClose={close}
        title={`Accept no webhooks of ${org.name}?`}
        consequence="What the host sends is refused from then on; pushes wait for the next scan. Another secret can be made any time."
        verb="Refuse them"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
}
