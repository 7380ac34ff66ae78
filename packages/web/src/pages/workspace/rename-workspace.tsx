import { listWorkspaces, updateWorkspace } from "@knockon/contract/operations/workspace";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState, type SyntheticEvent } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { CheckField } from "../../components/check-field.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextField } from "../../components/text-field.tsx";

/** Every page has the workspace from its route, which is asked for anew. */
export function RenameWorkspace() {
  const { workspace, api } = useWorkspace();
  const client = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(workspace.name);
  const [movesAddress, setMovesAddress] = useState(false);
  const rename = useAct({
    act: async () => {
      const params = { workspace_id: workspace.id };
      const body = { name, regenerate_slug: movesAddress };
      const { slug } = await api.call(updateWorkspace, { params, body });
      await client.refetchQueries({ queryKey: [listWorkspaces.id], type: "all" });
      return slug;
    },
    says: "Workspace saved",
    showsErrors: true,
    done: (slug) =>
      slug === workspace.slug
        ? void router.invalidate()
        : void router.navigate({ to: "/w/$slug/settings/workspace", params: { slug }, replace: true }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form className="flex flex-col gap-4 rounded-md border p-4" onSubmit={submit}>
      <TextField label="Name" required maxLength={100} value={name} onChange={setName} />
      <CheckField
        label="Also update the URL"
        hint={
          <>
            Links to <span className="font-mono text-12">/w/{workspace.slug}</span> keep working until another
            workspace uses that URL.
          </>
        }
        checked={movesAddress}
        onChange={setMovesAddress}
      />
      {rename.isError && <ErrorNotice error={rename.error} />}
      <div className="flex justify-end">
        <Button
          type="submit"
          look="primary"
          busy={rename.isPending}
          disabled={name.trim() === "" || (name === workspace.name && !movesAddress)}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
