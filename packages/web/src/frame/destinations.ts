import {
  Building2,
  CreditCard,
  FolderGit2,
  LayoutDashboard,
  Radar,
  UsersRound,
  type LucideIcon,
} from "lucide-react";

export interface Destination {
  /** A route below `/w/$slug`. */
  to:
    | "/w/$slug"
    | "/w/$slug/repositories"
    | "/w/$slug/ownership"
    | "/w/$slug/scans"
    | "/w/$slug/settings/orgs"
    | "/w/$slug/settings/billing";
  text: string;
  icon: LucideIcon;
}

/** What the rail and the command palette lead to. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/w/$slug", text: "Overview", icon: LayoutDashboard },
  { to: "/w/$slug/repositories", text: "Repositories", icon: FolderGit2 },
  { to: "/w/$slug/ownership", text: "Ownership", icon: UsersRound },
  { to: "/w/$slug/scans", text: "Scans", icon: Radar },
];

export const SETTINGS: readonly Destination[] = [
  { to: "/w/$slug/settings/orgs", text: "Connected orgs", icon: Building2 },
  { to: "/w/$slug/settings/billing", text: "Billing", icon: CreditCard },
];
