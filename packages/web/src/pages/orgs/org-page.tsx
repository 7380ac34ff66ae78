import {
  deleteConnectedOrg,
  getConnectedOrg,
  listConnectedOrgs,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import { getWorkspaceStats } from "@knockon/contract/operations/workspace";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Unplug } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { hostOf } from "./connection-fields.tsx";
import { OrgAliases } from "./org-aliases.tsx";
import { OrgConnection } from "./org-connection.tsx";
import { OrgPatterns } from "./org-patterns.tsx";
import { OrgSchedule } from "./org-schedule.tsx";
import { OrgWebhook } from "./org-webhook.tsx";
import { useAction } from "../../api/use-action.ts";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { RequireFeature } from "../../components/access.tsx";
import { ScanStatusBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { Button, SaveButton } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { ProblemCount } from "../problems/problem-count.tsx";
import { StartScan } from "../scans/start-scan.tsx";

const route = getRouteApi("/w/$slug/settings/orgs/$orgId");

export function OrgPage() {
  const { api } = useWorkspace();
  const { orgId } = route.useParams();
  const org = useQuery(api.query(getConnectedOrg, { params: { connected_org_id: orgId } }));
  return (
    <Loaded query={org} page="Organization" skeleton={<SkeletonBlock className="h-80" />}>
      {(data) => <LoadedOrg key={data.id} org={data} />}
    </Loaded>
  );
}

function LoadedOrg({ org }: { org: ConnectedOrg }) {
  const { workspace } = useWorkspace();
  const { slug } = workspace;
  const mayScan = useHasRole("member");
  const mayChange = useHasRole("admin");
  const { last_scan } = org;
  return (
    <>
      <PageHeader
        title={org.name}
        parent={
          <Link to="/w/$slug/settings/orgs" params={{ slug }} className="hover:text-text hover:underline">
            Organizations
          </Link>
        }
        actions={mayScan && <StartScan orgId={org.id} />}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {mayChange && (
          <div className="flex min-w-0 flex-col gap-8">
            <Section title="Connection">
              <OrgConnection org={org} />
            </Section>
            <Section title="Schedule">
              {org.schedule === null ? (
                <RequireFeature
                  feature="scheduled_scans"
                  title="Scheduled scans"
                  promise="Scan automatically on a schedule."
                >
                  <OrgSchedule org={org} />
                </RequireFeature>
              ) : (
                <OrgSchedule org={org} />
              )}
            </Section>
            {org.platform !== "local" && (
              <Section title="Webhook">
                <RequireFeature
                  feature="continuous_scans"
                  title="Scan on push"
                  promise="Scan repositories within a minute of each push."
                >
                  <OrgWebhook org={org} host={org.platform} />
                </RequireFeature>
              </Section>
            )}
            <Section title="Host aliases">
              <OrgAliases org={org} />
            </Section>
            <Section title="Custom patterns">
              <OrgPatterns org={org} />
            </Section>
            <Section title="Name">
              <RenameOrg org={org} />
            </Section>
            <Section title="Disconnect">
              <DisconnectOrg org={org} />
            </Section>
          </div>
        )}
        <aside aria-label="About this organization" className="min-w-0 max-lg:order-first">
          <Facts
            facts={[
              ["Host", hostOf(org)],
              [
                org.platform === "local" ? "Path" : "URL",
                <span key="url" className="text-12">
                  <BreakableName text={org.url} />
                </span>,
              ],
              [
                "Repositories",
                <Link
                  key="repositories"
                  to="/w/$slug/repositories"
                  params={{ slug }}
                  search={{ connected_org_id: org.id }}
                  className="tabular text-accent hover:underline"
                >
                  {formatCount(org.repository_count)}
                </Link>,
              ],
              ["Problems", <ProblemCount key="problems" orgId={org.id} />],
              [
                "Last scan",
                last_scan ? (
                  <Link
                    key="scan"
                    to="/w/$slug/scans/$scanId"
                    params={{ slug, scanId: last_scan.id }}
                    className="inline-flex items-center gap-2 rounded-sm"
                  >
                    <TimeAgo at={last_scan.completed_at ?? last_scan.created_at} />
                    <ScanStatusBadge status={last_scan.status} />
                  </Link>
                ) : (
                  "Never"
                ),
              ],
              ["Connected", <TimeAgo key="created" at={org.created_at} />],
            ]}
          />
        </aside>
      </div>
    </>
  );
}

function RenameOrg({ org }: { org: ConnectedOrg }) {
  const { api } = useWorkspace();
  const [name, setName] = useState(org.name);
  const rename = useAction({
    run: () => api.call(updateConnectedOrg, { params: { connected_org_id: org.id }, body: { name } }),
    successMessage: "Organization renamed",
    invalidates: [getConnectedOrg, listConnectedOrgs],
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form className="flex flex-col gap-4 rounded-md border p-4" onSubmit={submit}>
      <TextField label="Display name" required maxLength={100} value={name} onChange={setName} />
      <SaveButton shown={name !== org.name} busy={rename.isPending} />
    </form>
  );
}

function DisconnectOrg({ org }: { org: ConnectedOrg }) {
  const { workspace, api } = useWorkspace();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const repositories = countOf(org.repository_count, "repository", "repositories");
  const disconnect = useAction({
    run: () => api.call(deleteConnectedOrg, { params: { connected_org_id: org.id } }),
    successMessage: `${org.name} disconnected`,
    invalidates: [listConnectedOrgs, getWorkspaceStats],
    onSuccess: () => void navigate({ to: "/w/$slug/settings/orgs", params: { slug: workspace.slug } }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger p-4">
      <p className="max-w-100 text-13 text-muted">
        Removes {repositories} from all lists and graphs and deletes the stored token. Scan results are purged
        within 30 days.
      </p>
      <Button look="danger" icon={Unplug} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Disconnect ${org.name}?`}
        consequence={`Removes ${repositories} from all lists and graphs. This can't be undone. If you connect it again, every repository is scanned from scratch.`}
        verb="Disconnect"
        name={org.name}
        busy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      />
    </div>
  );
}
