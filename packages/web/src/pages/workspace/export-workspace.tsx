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
    says: "The export is in your downloads",
    showsErrors: true,
  });
  return (
    <div className="flex flex-col gap-4 rounded-md border p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-110 text-13 text-muted">
          Everything of this workspace as one JSON file: people, orgs, repositories, artifacts, dependencies,
          audit log. Tokens and keys are not in it. Once an hour for the whole workspace.
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
    <Notice tone="warning" title="Somebody exported this workspace within the last hour">
      The next export can be taken in {countOf(minutes, "minute", "minutes")}. The audit log says who has the
      last one.
    </Notice>
  );
}
