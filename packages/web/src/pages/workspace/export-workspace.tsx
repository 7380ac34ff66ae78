import { ApiError } from "@knockon/contract/client";
import { exportWorkspace } from "@knockon/contract/operations/workspace";
import { RateLimitError } from "@knockon/contract/resources/error";
import { Download } from "lucide-react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { countOf } from "../../format/count.ts";
import { saveFile } from "./save-file.ts";

export function ExportWorkspace() {
  const { workspace, api } = useWorkspace();
  const take = useAct({
    act: async () => {
      const { blob, name } = await api.download(exportWorkspace, { params: { workspace_id: workspace.id } });
      saveFile(blob, name ?? `${workspace.slug}.json`);
    },
    says: "Export downloaded",
    showsErrors: true,
  });
  return (
    <div className="flex flex-col gap-4 rounded-md border p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-110 text-13 text-muted">
          Download everything in this workspace as one JSON file: members, organizations, repositories,
          artifacts, dependencies and the audit log. Tokens and keys aren't included. Limited to one export
          per hour.
        </p>
        <Button icon={Download} busy={take.isPending} onClick={() => take.mutate()}>
          Export
        </Button>
      </div>
      {take.isError && <Refusal error={take.error} />}
    </div>
  );
}

function Refusal({ error }: { error: Error }) {
  const limited = error instanceof ApiError && RateLimitError.safeParse(error.body).data;
  if (!limited) return <ErrorNotice error={error} />;
  const minutes = Math.ceil(limited.retry_after / 60);
  return (
    <Notice tone="warning" title="This workspace was already exported within the last hour">
      Try again in {countOf(minutes, "minute", "minutes")}. The audit log shows who exported it.
    </Notice>
  );
}
