import { openPortal } from "@knockon/contract/operations/billing";
import { ExternalLink } from "lucide-react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { useBillingParams } from "./use-billing.ts";

/** To the processor's page for cards and invoices, which is made for this person now. */
export function PortalButton({ text }: { text: string }) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const open = useAct({
    act: () => api.call(openPortal, { params }),
    done: ({ url }) => globalThis.location.assign(url),
  });
  return (
    <Button icon={ExternalLink} busy={open.isPending} onClick={() => open.mutate()}>
      {text}
    </Button>
  );
}
