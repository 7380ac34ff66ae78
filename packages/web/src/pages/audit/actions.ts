import type { AuditArea } from "@knockon/contract/resources/workspace";
import {
  Building2,
  CreditCard,
  GitBranch,
  History,
  KeyRound,
  Mail,
  Radar,
  Settings,
  Users,
  type LucideIcon,
} from "lucide-react";

/** What was done, before the name of what it was done to. Without `names`, the sentence ends here. */
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
  "member.joined": only("joined"),
  "member.removed": to("removed"),
  "member.updated": to("changed the role of"),
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

/** What the log is filtered by: the part of an action before its point. */
export const AREAS = [
  { value: "connected_org", text: "Organizations", icon: Building2 },
  { value: "scan", text: "Scans", icon: Radar },
  { value: "member", text: "Members", icon: Users },
  { value: "invitation", text: "Invitations", icon: Mail },
  { value: "api_key", text: "API keys", icon: KeyRound },
  { value: "github_installation", text: "GitHub App", icon: GitBranch },
  { value: "subscription", text: "Billing", icon: CreditCard },
  { value: "workspace", text: "Workspace", icon: Settings },
] as const satisfies readonly { value: AuditArea; text: string; icon: LucideIcon }[];

/** A newer service may know actions that this page does not. */
export function describeAction(action: string): Action & { icon: LucideIcon } {
  const area = AREAS.find(({ value }) => action.startsWith(`${value}.`));
  return { ...(ACTIONS[action] ?? to(`performed ${action} on`)), icon: area?.icon ?? History };
}
