import { getConnectedOrg } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMay } from "../../api/use-role.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Facts } from "../../components/facts.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PartOfPlan } from "../../components/part-of-plan.tsx";
import { ScanStatusBadge } from "../../components/scan-status-badge.tsx";
import { Section } from "../../components/section.tsx";
import { SkeletonBlock } from "../../components/skeleton.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { formatCount } from "../../format/count.ts";
import { StartScan } from "../scans/start-scan.tsx";
import { DisconnectOrg } from "./disconnect-org.tsx";
import { OrgAliases } from "./org-aliases.tsx";
import { OrgConnection } from "./org-connection.tsx";
import { OrgPatterns } from "./org-patterns.tsx";
import { OrgSchedule } from "./org-schedule.tsx";
import { OrgWebhook } from "./org-webhook.tsx";
import { PLATFORM_NAMES } from "./platforms.ts";
import { RenameOrg } from "./rename-org.tsx";

const route = getRouteApi("/w/$slug/settings/orgs/$orgId");

export function OrgPage() {
  const { api } = useWorkspace();
  const { orgId } = route.useParams();
  const org = useQuery(api.ask(getConnectedOrg, { params: { connected_org_id: orgId } }));
  return (
    <Loaded query={org} page="Organization" skeleton={<SkeletonBlock className="h-80" />}>
      {(data) => <LoadedOrg key={data.id} org={data} />}
    </Loaded>
  );
}

function LoadedOrg({ org }: { org: ConnectedOrg }) {
  const { workspace } = useWorkspace();
  const { slug } = workspace;
  const mayScan = useMay("member");
  const mayChange = useMay("admin");
  const { last_scan } = org;
  return (
    <div className="max-w-180">
      <PageHeader
        title={org.name}
        above={
          <Link to="/w/$slug/settings/orgs" params={{ slug }} className="hover:text-text hover:underline">
            Organizations
          </Link>
        }
        actions={mayScan && <StartScan orgId={org.id} />}
      />
      <div className="flex flex-col gap-8">
        <Facts
          facts={[
            ["Host", PLATFORM_NAMES[org.platform]],
            [
              "URL",
              <span key="url" className="font-mono text-12 break-all">
                {org.url}
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
            [
              "Last scan",
              last_scan ? (
                <Link
                  key="scan"
                  to="/w/$slug/scans/$scanId"
                  params={{ slug, scanId: last_scan.id }}
                  className="inline-flex items-center gap-2 rounded-sm"
                >
                  <TimeAgo at={last_scan.created_at} />
                  <ScanStatusBadge status={last_scan.status} />
                </Link>
              ) : (
                "Never"
              ),
            ],
            ["Connected", <TimeAgo key="created" at={org.created_at} />],
          ]}
        />
        {mayChange && (
          <>
            <Section title="Connection">
              <OrgConnection org={org} />
            </Section>
            <Section title="Schedule">
              {org.schedule === null ? (
                <PartOfPlan
                  feature="scheduled_scans"
                  title="Scheduled scans"
                  promise="Scan automatically on a schedule."
                >
                  <OrgSchedule org={org} />
                </PartOfPlan>
              ) : (
                <OrgSchedule org={org} />
              )}
            </Section>
            {org.platform !== "local" && (
              <Section title="Webhook">
                <PartOfPlan
                  feature="continuous_scans"
                  title="Scan on push"
                  promise="Scan repositories within a minute of each push."
                >
                  <OrgWebhook org={org} host={org.platform} />
                </PartOfPlan>
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
          </>
        )}
      </div>
    </div>
  );
}
