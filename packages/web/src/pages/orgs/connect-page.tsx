import { createConnectedOrg, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { triggerScan } from "@knockon/contract/operations/scan";
import { PLATFORMS, type Platform } from "@knockon/contract/vocabulary/scan";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type SyntheticEvent } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { FirstSteps } from "../../components/first-steps.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Segments } from "../../components/segments.tsx";
import { TextField } from "../../components/text-field.tsx";
import { InstallationChoice } from "./installation-choice.tsx";
import { PlatformChoice } from "./platform-choice.tsx";
import { TokenField } from "./token-field.tsx";

const route = getRouteApi("/w/$slug/settings/orgs/new");

const ADDRESS: Record<Platform, { label: string; hint: string; placeholder: string }> = {
  github: {
    label: "Address",
    hint: "Only for GitHub Enterprise; else it follows from the name.",
    placeholder: "https://github.example.com/acme",
  },
  gitlab: {
    label: "Address",
    hint: "Only for a group elsewhere than on gitlab.com; else it follows from the name.",
    placeholder: "https://gitlab.example.com/acme",
  },
  local: {
    label: "Path",
    hint: "A folder of git repositories, or a listing file, below a folder that the server was allowed.",
    placeholder: "/srv/git/acme",
  },
};

/** Connects an organisation and scans it at once. */
export function ConnectPage() {
  const { workspace, api } = useWorkspace();
  const { slug } = workspace;
  const { first } = route.useSearch();
  const navigate = route.useNavigate();
  const [platform, setPlatform] = useState<Platform>("github");
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [token, setToken] = useState("");
  const [access, setAccess] = useState<"app" | "token">("app");
  const [installation, setInstallation] = useState<string>();
  const isByApp = platform === "github" && access === "app";
  const connect = useAct({
    act: async () => {
      const given = {
        ...(url !== "" && { url }),
        ...(!isByApp && token !== "" && { access_token: token }),
        ...(isByApp && installation !== undefined && { installation_id: installation }),
      };
      const { id } = await api.call(createConnectedOrg, { body: { name, platform, ...given } });
      return api.call(triggerScan, { params: { connected_org_id: id }, body: {} });
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
  const address = ADDRESS[platform];
  return (
    <div className="max-w-120">
      {first && <FirstSteps at="connect" />}
      <PageHeader
        title="Connect an organisation"
        {...(!first && {
          above: (
            <Link to="/w/$slug/settings/orgs" params={{ slug }} className="hover:text-text hover:underline">
              Connected orgs
            </Link>
          ),
        })}
        description="Knockon reads its repositories. It writes nothing to them and runs nothing of them."
      />
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <PlatformChoice
          platforms={PLATFORMS}
          value={platform}
          onChange={(next) => {
            setPlatform(next);
            setToken("");
          }}
        />
        <TextField
          label="Name"
          required
          maxLength={100}
          hint={
            platform === "local"
              ? "What the org is called here."
              : "As the host writes it: acme of github.com/acme."
          }
          placeholder="acme"
          value={name}
          onChange={setName}
        />
        <TextField {...address} required={platform === "local"} mono value={url} onChange={setUrl} />
        {platform === "github" && (
          <Segments
            label="Access"
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
        {platform !== "local" && !isByApp && (
          <TokenField platform={platform} value={token} onChange={setToken} />
        )}
        {connect.isError && <ErrorNotice error={connect.error} />}
        <div className="flex justify-end">
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
    </div>
  );
}
