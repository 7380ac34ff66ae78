import {
  getConnectedOrg,
  listConnectedOrgs,
  testConnectedOrg,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { KeyRound, PlugZap } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { TokenField } from "./connection-fields.tsx";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";

/** Tests the connection and replaces the token. */
export function OrgConnection({ org }: { org: ConnectedOrg }) {
  const { api } = useWorkspace();
  const [rotating, setRotating] = useState(false);
  const params = { connected_org_id: org.id };
  const test = useAction({
    run: () => api.call(testConnectedOrg, { params }),
    invalidates: [getConnectedOrg, listConnectedOrgs],
  });
  return (
    <div className="flex flex-col gap-4 rounded-md border p-4">
      <p className="text-13 text-muted">
        {org.platform === "local"
          ? "Test whether Knockon can list the repositories at this path."
          : "Test whether the stored credential can list the organization's repositories."}
      </p>
      {org.credential_status === "refused" && !test.data && (
        <Notice tone="danger" title="The host rejected the credential">
          Scans fail until you replace the token. Existing data is kept.
        </Notice>
      )}
      {test.data && (
        <Notice
          tone={test.data.ok ? "success" : "danger"}
          title={test.data.ok ? "Connection successful" : "Connection failed"}
        >
          {test.data.detail}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={PlugZap} busy={test.isPending} onClick={() => test.mutate()}>
          Test connection
        </Button>
        {org.platform !== "local" && (
          <Button icon={KeyRound} onClick={() => setRotating(true)}>
            Replace token
          </Button>
        )}
      </div>
      {org.platform !== "local" && (
        <ReplaceToken
          org={org}
          platform={org.platform}
          open={rotating}
          onClose={() => {
            setRotating(false);
            test.reset();
          }}
        />
      )}
    </div>
  );
}

interface ReplaceTokenProps {
  org: ConnectedOrg;
  platform: "github" | "gitlab";
  open: boolean;
  onClose: () => void;
}

function ReplaceToken({ org, platform, open, onClose }: ReplaceTokenProps) {
  const { api } = useWorkspace();
  const [token, setToken] = useState("");
  const replace = useAction({
    run: () => {
      const params = { connected_org_id: org.id };
      return api.call(updateConnectedOrg, { params, body: { access_token: token } });
    },
    successMessage: "Token replaced",
    invalidates: [getConnectedOrg, listConnectedOrgs],
    showsErrors: true,
    onSuccess: close,
  });
  function close(): void {
    setToken("");
    onClose();
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    replace.mutate();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Replace token"
      description="The old token is deleted immediately."
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TokenField platform={platform} value={token} onChange={setToken} />
        {replace.isError && <ErrorNotice error={replace.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={replace.isPending} disabled={token === ""}>
            Replace token
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
