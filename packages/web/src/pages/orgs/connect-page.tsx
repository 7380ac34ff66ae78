import { createConnectedOrg, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { triggerScan } from "@knockon/contract/operations/scan";
import { type Platform, PLATFORMS } from "@knockon/contract/vocabulary/scan";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useRef, useState } from "react";
import {
  folderName,
  ORG_LOCATION,
  ORG_NAME_HINTS,
  PlatformChoice,
  TokenField,
} from "./connection-fields.tsx";
import { InstallationChoice } from "./installation-choice.tsx";
import { fieldErrors } from "../../api/errors.ts";
import { useAction } from "../../api/use-action.ts";
import { useIncludes, useWorkspace } from "../../api/workspace.ts";
import { FeatureUnavailable } from "../../components/access.tsx";
import { Button } from "../../components/button.tsx";
import { CheckField, TextField } from "../../components/fields.tsx";
import { SetupSteps } from "../../components/setup-steps.tsx";
import { FormError } from "../../components/notice.tsx";
import { Segments } from "../../components/options.tsx";
import { PageHeader } from "../../components/page-header.tsx";

const route = getRouteApi("/w/$slug/settings/orgs/new");

export function ConnectPage() {
  const { slug } = useWorkspace().workspace;
  const { first = false } = route.useSearch();
  return (
    <div className="max-w-160">
      {first && <SetupSteps at="connect" />}
      <PageHeader
        title="Connect organization"
        {...(!first && {
          parent: (
            <Link to="/w/$slug/settings/orgs" params={{ slug }} className="hover:text-text hover:underline">
              Organizations
            </Link>
          ),
        })}
        description="Knockon reads repositories. It changes no files and runs none of their code. It writes only checks and comments on pull requests, and only if you set them up."
      />
      <ConnectForm first={first} />
    </div>
  );
}

/** Connects an organization and starts a scan. `first` is set during the setup of a workspace. */
function ConnectForm({ first }: { first: boolean }) {
  const { workspace, api } = useWorkspace();
  const { slug } = workspace;
  const navigate = useNavigate();
  const { data: orgs = [] } = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  const hasSeveral = useIncludes("multi_org");
  const [platform, setPlatform] = useState<Platform>("github");
  const [typedName, setName] = useState<string>();
  const [url, setUrl] = useState("");
  const [isSelfHosted, setSelfHosted] = useState(false);
  const [token, setToken] = useState("");
  const [access, setAccess] = useState<"app" | "token">("app");
  const [installation, setInstallation] = useState<string>();
  const isLocal = platform === "local";
  const hasAddress = isLocal || isSelfHosted;
  const name = typedName ?? (isLocal ? folderName(url) : "");
  const isByApp = platform === "github" && access === "app";
  // Without an installation of the App, there is nothing to name or scan yet.
  const canConnect = !isByApp || installation !== undefined;
  // A retry after a failed scan start must not connect the organization again.
  const connected = useRef<string>(undefined);
  const connect = useAction({
    run: async () => {
      const given = {
        ...(url !== "" && hasAddress && { url }),
        ...(!isByApp && token !== "" && { access_token: token }),
        ...(isByApp && installation !== undefined && { installation_id: installation }),
      };
      connected.current ??= (await api.call(createConnectedOrg, { body: { name, platform, ...given } })).id;
      return api.call(triggerScan, { params: { connected_org_id: connected.current }, body: {} });
    },
    showsErrors: true,
    invalidates: [listConnectedOrgs],
    onSuccess: ({ id }) =>
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
      <FeatureUnavailable
        title="Multiple organizations"
        promise="Connect several organizations and see the dependencies between them."
      />
    );
  }
  const fieldMessages = fieldErrors(connect.error);
  const nameField = (
    <TextField
      key="name"
      label="Organization name"
      required
      maxLength={100}
      hint={ORG_NAME_HINTS[platform]}
      error={fieldMessages.get("name")}
      placeholder="acme"
      value={name}
      onChange={setName}
    />
  );
  const { selfHosted, ...address } = ORG_LOCATION[platform];
  const addressField = hasAddress && (
    <TextField
      key="address"
      {...address}
      required
      error={fieldMessages.get("url")}
      mono
      value={url}
      onChange={setUrl}
    />
  );
  return (
    <form className="flex max-w-120 flex-col gap-5" onSubmit={submit}>
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
      {canConnect && (isLocal ? [addressField, nameField] : nameField)}
      {canConnect && selfHosted !== undefined && (
        <div className="flex flex-col gap-3">
          <CheckField label={selfHosted} checked={isSelfHosted} onChange={setSelfHosted} />
          {addressField}
        </div>
      )}
      {!isLocal && !isByApp && <TokenField platform={platform} value={token} onChange={setToken} />}
      <FormError error={connect.error} fields={/^(?:name|url)$/u} />
      {canConnect && (
        <Button type="submit" look="primary" busy={connect.isPending} className="self-end">
          Connect and scan
        </Button>
      )}
    </form>
  );
}
