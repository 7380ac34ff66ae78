import {
  Building2,
  CreditCard,
  FileWarning,
  FolderGit2,
  Gauge,
  GitPullRequest,
  History,
  KeyRound,
  LayoutDashboard,
  Package,
  Radar,
  Settings,
  Share2,
  Unlink,
  Unplug,
  UserRound,
  Users,
  UsersRound,
  Zap,
  type LucideIcon,
} from "lucide-react";

export interface Destination {
  /** A route under `/w/$slug`. */
  to:
    | "/w/$slug"
    | "/w/$slug/impact"
    | "/w/$slug/graph"
    | "/w/$slug/repositories"
    | "/w/$slug/artifacts"
    | "/w/$slug/ownership"
    | "/w/$slug/unresolved"
    | "/w/$slug/checks"
    | "/w/$slug/latent-breaks"
    | "/w/$slug/problems"
    | "/w/$slug/scans"
    | "/w/$slug/settings/orgs"
    | "/w/$slug/settings/members"
    | "/w/$slug/settings/api-keys"
    | "/w/$slug/settings/billing"
    | "/w/$slug/settings/audit"
    | "/w/$slug/settings/workspace"
    | "/w/$slug/settings/account";
  text: string;
  icon: LucideIcon;
}

/** Pages in the sidebar and the command palette. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/w/$slug", text: "Overview", icon: LayoutDashboard },
  { to: "/w/$slug/impact", text: "Impact", icon: Zap },
  { to: "/w/$slug/graph", text: "Graph", icon: Share2 },
  { to: "/w/$slug/repositories", text: "Repositories", icon: FolderGit2 },
  { to: "/w/$slug/artifacts", text: "Artifacts", icon: Package },
  { to: "/w/$slug/ownership", text: "Ownership", icon: UsersRound },
  { to: "/w/$slug/unresolved", text: "Unresolved", icon: Unlink },
  { to: "/w/$slug/checks", text: "Checks", icon: GitPullRequest },
  { to: "/w/$slug/latent-breaks", text: "Latent breaks", icon: Unplug },
  { to: "/w/$slug/problems", text: "Problems", icon: FileWarning },
  { to: "/w/$slug/scans", text: "Scans", icon: Radar },
];

const SETTINGS: readonly Destination[] = [
  { to: "/w/$slug/settings/orgs", text: "Organizations", icon: Building2 },
  { to: "/w/$slug/settings/members", text: "Members", icon: Users },
  { to: "/w/$slug/settings/api-keys", text: "API keys", icon: KeyRound },
  { to: "/w/$slug/settings/billing", text: "Billing", icon: CreditCard },
  { to: "/w/$slug/settings/audit", text: "Audit log", icon: History },
  { to: "/w/$slug/settings/workspace", text: "Workspace", icon: Settings },
];

/** Without billing, the page has only the usage. Undefined while loading. */
export const settingsOf = (isBilled: boolean | undefined): readonly Destination[] =>
  isBilled === false
    ? SETTINGS.map((one) =>
        one.to === "/w/$slug/settings/billing" ? { ...one, text: "Usage", icon: Gauge } : one,
      )
    : SETTINGS;

/** In the account menu and the command palette. */
export const ACCOUNT: Destination = { to: "/w/$slug/settings/account", text: "Account", icon: UserRound };
