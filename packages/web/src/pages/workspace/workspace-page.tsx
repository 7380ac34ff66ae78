import { ApiError } from "@knockon/contract/client";
import {
  deleteWorkspace,
  exportWorkspace,
  listWorkspaces,
  updateWorkspace,
} from "@knockon/contract/operations/workspace";
import { RateLimitError } from "@knockon/contract/resources/error";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { Download, Plus, Trash2 } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { TextSettings } from "./text-settings.tsx";
import { useAction } from "../../api/use-action.ts";
import { useEntitlements, useHasRole, useWorkspace } from "../../api/workspace.ts";
import { Button, buttonLook, SaveButton } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { saveFile } from "../../components/dom.ts";
import { CheckField, TextField } from "../../components/fields.tsx";
import { Facts } from "../../components/figures.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { countOf } from "../../format/format.ts";
import { planName } from "../billing/subscription.ts";

/** Settings of the workspace. */
export function WorkspacePage() {
  const { workspace } = useWorkspace();
  const mayChange = useHasRole("admin");
  const mayDelete = useHasRole("owner");
  const entitlements = useEntitlements();
  return (
    <div className="max-w-180">
      <PageHeader
        title="Workspace"
        description="A workspace contains the organizations you connect and the people you invite."
        actions={
          <Link to="/welcome" className={buttonLook()}>
            <Plus aria-hidden className="size-4" />
            New workspace
          </Link>
        }
      />
      <div className="flex flex-col gap-8">
        <Facts
          facts={[
            ...(mayChange ? [] : [["Name", workspace.name] as const]),
            [
              "URL",
              <span key="url" className="font-mono text-12 break-all">
                {location.origin}/w/{workspace.slug}
              </span>,
            ],
            [
              "Plan",
              entitlements === undefined
                ? "…"
                : entitlements.billing_enforced
                  ? planName(workspace.plan)
                  : "All features included",
            ],
            ["Created", <TimeAgo key="created" at={workspace.created_at} />],
          ]}
        />
        {mayChange && (
          <Section title="Name and URL">
            <RenameWorkspace key={workspace.updated_at} />
          </Section>
        )}
        {mayChange && (
          <Section title="Comments on pull requests">
            <TextSettings />
          </Section>
        )}
        {mayChange && (
          <Section title="Export">
            <ExportWorkspace />
          </Section>
        )}
        {mayDelete && (
          <Section title="Delete workspace">
            <DeleteWorkspace />
          </Section>
        )}
      </div>
    </div>
  );
}

/** Reloads the route after saving, since all pages get the workspace from it. */
function RenameWorkspace() {
  const { workspace, api } = useWorkspace();
  const client = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(workspace.name);
  const [updatesUrl, setUpdatesUrl] = useState(false);
  const rename = useAction({
    run: async () => {
      const params = { workspace_id: workspace.id };
      const body = { name, regenerate_slug: updatesUrl };
      const { slug } = await api.call(updateWorkspace, { params, body });
      await client.refetchQueries({ queryKey: [listWorkspaces.id], type: "all" });
      return slug;
    },
    successMessage: "Workspace saved",
    showsErrors: true,
    onSuccess: (slug) =>
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
        checked={updatesUrl}
        onChange={setUpdatesUrl}
      />
      {rename.isError && <ErrorNotice error={rename.error} />}
      <SaveButton
        shown={name !== workspace.name || updatesUrl}
        busy={rename.isPending}
        disabled={name.trim() === ""}
      />
    </form>
  );
}

function ExportWorkspace() {
  const { workspace, api } = useWorkspace();
  const take = useAction({
    run: async () => {
      const { blob, name } = await api.download(exportWorkspace, { params: { workspace_id: workspace.id } });
      saveFile(blob, name ?? `${workspace.slug}.json`);
    },
    successMessage: "Export downloaded",
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

function DeleteWorkspace() {
  const { workspace, api } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const destroy = useAction({
    run: () => api.call(deleteWorkspace, { params: { workspace_id: workspace.id } }),
    successMessage: `${workspace.name} deleted`,
    onSuccess() {
      client.clear();
      void navigate({ to: "/", replace: true });
    },
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger p-4">
      <p className="max-w-110 text-13 text-muted">
        Deletes this workspace for all members, disconnects its organizations, cancels scans and revokes API
        keys. Data is purged within 30 days.
      </p>
      <Button look="danger" icon={Trash2} onClick={() => setAsking(true)}>
        Delete workspace
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${workspace.name}?`}
        consequence="Deletes the workspace and all scan results for every member. Its API keys stop working immediately. This can't be undone. Export the data first if you might need it."
        verb="Delete workspace"
        name={workspace.name}
        busy={destroy.isPending}
        onConfirm={() => destroy.mutate()}
      />
    </div>
  );
}
