import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listApiKeys } from "@knockon/contract/operations/workspace";
import type { AuditArea, AuditEvent } from "@knockon/contract/resources/workspace";
import { useQuery } from "@tanstack/react-query";
import {
  Bot,
  Building2,
  CreditCard,
  GitBranch,
  History,
  KeyRound,
  type LucideIcon,
  Mail,
  Radar,
  Settings,
  UserPen,
  Users,
} from "lucide-react";
import { useHasRole, useMembers, useWorkspace } from "../../api/workspace.ts";

/** The description of an action. If `names` is true, the target's name follows. */
interface Action {
  says: string;
  names: boolean;
}

const to = (says: string): Action => ({ says, names: true });
const only = (says: string): Action => ({ says, names: false });

const ACTIONS: Readonly<Record<string, Action>> = {
  "api_key.created": to("created the API key"),
  "api_key.revoked": to("revoked the API key"),
  "connected_org.created": to("connected"),
  "connected_org.credential_changed": to("replaced the credential for"),
  "connected_org.deleted": to("disconnected"),
  "connected_org.updated": to("changed the settings of"),
  "connected_org.webhook_secret_created": to("created a webhook secret for"),
  "connected_org.webhook_secret_removed": to("removed the webhook secret of"),
  "github_installation.recorded": to("installed the GitHub App on"),
  "github_installation.removed": to("removed the GitHub App installation on"),
  "invitation.created": to("invited"),
  "invitation.revoked": to("revoked the invitation for"),
  "mcp.tool_called": to("called the tool"),
  "member.joined": only("joined"),
  "member.removed": to("removed"),
  "member.updated": to("changed the role of"),
  "person_correction.created": to("corrected the author"),
  "person_correction.deleted": to("undid the correction of the author"),
  "scan.cancelled": to("canceled a scan of"),
  "scan.triggered": to("started a scan of"),
  "subscription.cancellation_scheduled": only("canceled the subscription"),
  "subscription.checkout_opened": only("opened checkout"),
  "subscription.plan_changed": only("changed the plan"),
  "subscription.portal_opened": only("opened the billing portal"),
  "subscription.resumed": only("resumed the subscription"),
  "subscription.seats_added": only("added seats"),
  "subscription.seats_removed": only("removed seats"),
  "subscription.updated": only("updated the subscription"),
  "workspace.claimed": to("assigned the workspace to"),
  "workspace.created": only("created the workspace"),
  "workspace.deleted": only("deleted the workspace"),
  "workspace.exported": only("exported the workspace"),
  "workspace.transferred": to("transferred ownership to"),
  "workspace.updated": only("renamed the workspace"),
};

/** Filter categories: the prefix of an action, before the dot. */
export const AREAS = [
  { value: "connected_org", text: "Organizations", icon: Building2 },
  { value: "scan", text: "Scans", icon: Radar },
  { value: "member", text: "Members", icon: Users },
  { value: "invitation", text: "Invitations", icon: Mail },
  { value: "api_key", text: "API keys", icon: KeyRound },
  { value: "mcp", text: "Agents", icon: Bot },
  { value: "person_correction", text: "Person corrections", icon: UserPen },
  { value: "github_installation", text: "GitHub App", icon: GitBranch },
  { value: "subscription", text: "Billing", icon: CreditCard },
  { value: "workspace", text: "Workspace", icon: Settings },
] as const satisfies readonly { value: AuditArea; text: string; icon: LucideIcon }[];

/** Falls back to the raw action, since the server may be newer than this page. */
export function describeAction(action: string): Action & { icon: LucideIcon } {
  const area = AREAS.find(({ value }) => action.startsWith(`${value}.`));
  return { ...(ACTIONS[action] ?? to(`performed ${action} on`)), icon: area?.icon ?? History };
}

export interface Change {
  field: string;
  /** A string as is, other values as JSON; undefined if unset. */
  before: string | undefined;
  after: string | undefined;
}

type Values = Record<string, unknown> | null;

/** Lists the fields that differ. A created or deleted resource has all of its fields. */
export function changesBetween(before: Values, after: Values): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: format(before?.[field]), after: format(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

function format(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

const LIMIT = { limit: 500 };

interface Names {
  actor: (event: AuditEvent) => string;
  target: (event: AuditEvent) => string;
}

/** Resolves the IDs of audit events to current names, or to the names in the event. */
export function useNames(): Names {
  const { workspace, api } = useWorkspace();
  const members = useMembers();
  const params = { workspace_id: workspace.id };
  const { data: orgs } = useQuery(api.query(listConnectedOrgs, { query: LIMIT }));
  const mayReadKeys = useHasRole("owner");
  const { data: keys } = useQuery({
    ...api.query(listApiKeys, { params, query: LIMIT }),
    enabled: mayReadKeys,
  });
  const person = (id: string): string | undefined =>
    members?.find(({ user_id }) => user_id === id)?.full_name;
  const org = (id: unknown): string | undefined => orgs?.find((one) => one.id === id)?.name;
  return {
    actor({ actor: { type, id } }) {
      if (type === "system" || id === null) return "Knockon";
      if (type === "user") return person(id) ?? "Former member";
      const name = keys?.find((key) => key.id === id)?.name;
      return name === undefined ? "API key" : `API key ${name}`;
    },
    target({ target: { type, id }, before, after }) {
      const fields = { ...before, ...after };
      const { owner } = fields;
      if (typeof owner === "string") return person(owner) ?? "a former member";
      const name = fields["name"] ?? fields["email"] ?? fields["account"];
      if (typeof name === "string") return name;
      if (type === "user") return person(id) ?? "a former member";
      return org(type === "scan" ? fields["connected_org_id"] : id) ?? "a deleted organization";
    },
  };
}
