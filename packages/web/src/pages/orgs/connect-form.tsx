import { createConnectedOrg, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { triggerScan } from "@knockon/contract/operations/scan";
import { PLATFORMS, type Platform } from "@knockon/contract/vocabulary/scan";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState, type SyntheticEvent } from "react";
import { fieldErrors } from "../../api/field-errors.ts";
import { useAct } from "../../api/use-act.ts";
import { useIncludes } from "../../api/use-entitlements.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { Misfit } from "../../components/misfit.tsx";
import { NotIncluded } from "../../components/part-of-plan.tsx";
import { Segments } from "../../components/segments.tsx";
import { TextField } from "../../components/text-field.tsx";
import { InstallationChoice } from "./installation-choice.tsx";
import { folderName, ORG_ADDRESS, ORG_NAME_HINTS } from "./org-address.ts";
import { PlatformChoice } from "./platform-choice.tsx";
import { TokenField } from "./token-field.tsx";

/** Connects an organization and scans it at once; `first` is the one with which a workspace begins. */
export function ConnectForm({ first }: { first: boolean }) {
  const { workspace, api } = useWorkspace();
  const { slug } = workspace;
  const navigate = useNavigate();
  const { data: orgs = [] } = useQuery(api.ask(listConnectedOrgs, { query: { limit: 500 } }));
  const hasSeveral = useIncludes("multi_org");
  const [platform, setPlatform] = useState<Platform>("github");
  const [typedName, setName] = useState<string>();
  const [url, setUrl] = useState("");
  const [token, setToken] = useState("");
  const [access, setAccess] = useState<"app" | "token">("app");
  const [installation, setInstallation] = useState<string>();
  const name = typedName ?? (platform === "local" ? folderName(url) : "");
  const isByApp = platform === "github" && access === "app";
  // Whose scan could not be started is not connected again when that is tried again.
  const connected = useRef<string>(undefined);
  const connect = useAct({
    act: async () => {
      const given = {
        ...(url !== "" && { url }),
        ...(!isByApp && token !== "" && { access_token: token }),
        ...(isByApp && installation !== undefined && { installation_id: installation }),
      };
      connected.current ??= (await api.call(createConnectedOrg, { body: { name, platform, ...given } })).id;
      return api.call(triggerScan, { params: { connected_org_id: connected.current }, body: {} });
    },
    showsErrors: true,
    refreshes: [listConnectedOrgs],
    done: ({ id }) =>
      void navigate({
        to: "/w/$slug/scans/$scanId",
        params: { slug, scanId: id },
        search: first ? { first } : {},
      }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    connect.mutate();
  };
  if (hasSeveral === false && orgs.length > 0 && connect.isIdle) {
    return (
      <NotIncluded
        title="Multiple organizations"
        promise="Connect several organizations and see the dependencies between them."
      />
    );
  }
  const isLocal = platform === "local";
  const misfits = fieldErrors(connect.error);
  const nameField = (
    <TextField
      key="name"
      label="Name"
      required
      maxLength={100}
      hint={ORG_NAME_HINTS[platform]}
      error={misfits.get("name")}
      placeholder="acme"
      value={name}
      onChange={setName}
    />
  );
  const address = ORG_ADDRESS[platform];
  const addressField = (
    <TextField
      key="address"
      {...address}
      required={isLocal}
      error={misfits.get("url")}
      mono
      value={url}
      onChange={setUrl}
    />
  );
  return (
    <form className="flex flex-col gap-5" onSubmit={submit}>
      <PlatformChoice
        platforms={PLATFORMS}
        value={platform}
        onChange={(next) => {
          setPlatform(next);
          setToken("");
        }}
      />
      {platform === "github" && (
        <Segments
          label="Authentication"
          value={access}
          options={[
            { value: "app", text: "GitHub App" },
            { value: "token", text: "Access token" },
          ]}
          onChange={setAccess}
        />
      )}
      {isByApp && (
        <InstallationChoice
          value={installation}
          onChange={(id, account) => {
            setInstallation(id);
            if (name === "") setName(account);
          }}
        />
      )}
      {isLocal ? [addressField, nameField] : [nameField, addressField]}
      {!isLocal && !isByApp && <TokenField platform={platform} value={token} onChange={setToken} />}
      <Misfit error={connect.error} fields={/^(?:name|url)$/u} />
      <div className="flex items-center justify-end gap-4">
        {isByApp && installation === undefined && (
          <p className="text-12 text-muted">
            Install or select the GitHub App first, or use an access token.
          </p>
        )}
        <Button
          type="submit"
          look="primary"
          busy={connect.isPending}
          disabled={isByApp && installation === undefined}
        >
          Connect and scan
        </Button>
      </div>
    </form>
  );
}
