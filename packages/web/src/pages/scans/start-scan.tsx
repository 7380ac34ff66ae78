import { ApiError } from "@knockon/contract/client";
import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listScans, triggerScan } from "@knockon/contract/operations/scan";
import { ConflictError } from "@knockon/contract/resources/error";
import { useNavigate } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";

/** Starts a scan and opens it. Opens the running scan if there is one. */
export function StartScan({ orgId }: { orgId: string }) {
  const { workspace, api } = useWorkspace();
  const navigate = useNavigate();
  const start = useAction({
    run: async () => {
      try {
        const input = { params: { connected_org_id: orgId }, body: {} };
        return (await api.call(triggerScan, input)).id;
      } catch (error) {
        const running = runningScan(error);
        if (running === undefined) throw error;
        return running;
      }
    },
    invalidates: [listScans, listConnectedOrgs],
    onSuccess: (scanId) =>
      void navigate({ to: "/w/$slug/scans/$scanId", params: { slug: workspace.slug, scanId } }),
  });
  return (
    <Button look="primary" icon={Play} busy={start.isPending} onClick={() => start.mutate()}>
      Scan now
    </Button>
  );
}

const runningScan = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 409
    ? ConflictError.safeParse(error.body).data?.scan_id
    : undefined;
