import { ApiError } from "@knockon/contract/client";
import {
  beginGithubInstallation,
  listGithubInstallations,
} from "@knockon/contract/operations/github-installation";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { OptionCards } from "../../components/options.tsx";

interface InstallationSelectProps {
  /** GitHub's installation ID. */
  value: string | undefined;
  onChange: (installationId: string, account: string) => void;
}

/** Selects a verified installation of the workspace or starts a new one on GitHub. */
export function InstallationChoice({ value, onChange }: InstallationSelectProps) {
  const { workspace, api } = useWorkspace();
  const params = { workspace_id: workspace.id };
  const found = useQuery(api.query(listGithubInstallations, { params, query: { limit: 500 } }));
  const begin = useAction({
    run: () => api.call(beginGithubInstallation, { params }),
    showsErrors: true,
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <div className="flex flex-col gap-3">
      <Loaded query={found} skeleton={<SkeletonBlock className="h-11" />}>
        {(installations) =>
          installations.length > 0 && (
            <OptionCards
              label="Installation"
              value={value ?? ""}
              options={installations.map(({ installation_id, account }) => ({
                value: installation_id,
                text: account,
              }))}
              onChange={(id) =>
                onChange(id, installations.find((one) => one.installation_id === id)?.account ?? "")
              }
            />
          )
        }
      </Loaded>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={ExternalLink}
          look={found.data?.length === 0 ? "primary" : "secondary"}
          busy={begin.isPending}
          onClick={() => begin.mutate()}
        >
          {found.data?.length ? "Install on another organization" : "Install GitHub App"}
        </Button>
        <span className="text-12 text-muted">
          Select repositories on GitHub, then finish on the Organizations page.
        </span>
      </div>
      {begin.isError && <Refusal error={begin.error} />}
    </div>
  );
}

const Refusal = ({ error }: { error: Error }) =>
  error instanceof ApiError && error.status === 503 ? (
    <Notice tone="info" title="GitHub App not configured">
      Use an access token, or ask your administrator to register a GitHub App.
    </Notice>
  ) : (
    <ErrorNotice error={error} />
  );
