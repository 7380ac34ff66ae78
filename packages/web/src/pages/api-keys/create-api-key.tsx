import { createApiKey, listApiKeys } from "@knockon/contract/operations/workspace";
import { useState, type SyntheticEvent } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { ShownKey } from "./shown-key.tsx";

interface CreateApiKeyProps {
  open: boolean;
  onClose: () => void;
}

/** A name, and then the key, which nothing shows again once this is closed. */
export function CreateApiKey({ open, onClose }: CreateApiKeyProps) {
  const { workspace, api } = useWorkspace();
  const [name, setName] = useState("");
  const create = useAct({
    act: () => api.call(createApiKey, { params: { workspace_id: workspace.id }, body: { name } }),
    refreshes: [listApiKeys],
    showsErrors: true,
  });
  const close = (): void => {
    setName("");
    create.reset();
    onClose();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data) {
    return (
      <Dialog
        open={open}
        onClose={close}
        holds
        title="API key created"
        description="Copy the key now. It won't be shown again. If you lose it, revoke it and create a new one."
      >
        <ShownKey apiKey={create.data.key} />
        <div className="mt-5 flex justify-end">
          <Button look="primary" onClick={close}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Create API key"
      description="The key can do everything you can in this workspace, except manage members, ownership and API keys."
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          hint="Where the key is used."
          placeholder="CI for storefront"
          value={name}
          onChange={setName}
        />
        {create.isError && <ErrorNotice error={create.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={name.trim() === ""}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
