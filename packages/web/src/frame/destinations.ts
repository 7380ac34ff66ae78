import {
  Building2,
  FolderGit2,
  LayoutDashboard,
  Package,
  Radar,
  Share2,
  Unlink,
  Zap,
  type LucideIcon,
} from "lucide-react";

export interface Destination {
  /** A route below `/w/$slug`. */
  to:
    | "/w/$slug"
    | "/w/$slug/impact"
    | "/w/$slug/graph"
    | "/w/$slug/repositories"
    | "/w/$slug/artifacts"
    | "/w/$slug/unresolved"
    | "/w/$slug/scans"
    | "/w/$slug/settings/orgs";
  text: string;
  icon: LucideIcon;
}

/** What the rail and the command palette lead to. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/w/$slug", text: "Overview", icon: LayoutDashboard },
  { to: "/w/$slug/impact", text: "Impact", icon: Zap },
  { to: "/w/$slug/graph", text: "Graph", icon: Share2 },
  { to: "/w/$slug/repositories", text: "Repositories", icon: FolderGit2 },
  { to: "/w/$slug/artifacts", text: "Artifacts", icon: Package },
  { to: "/w/$slug/unresolved", text: "Unresolved", icon: Unlink },
  { to: "/w/$slug/scans", text: "Scans", icon: Radar },
];

export const SETTINGS: readonly Destination[] = [
  { to: "/w/$slug/settings/orgs", text: "Connected orgs", icon: Building2 },
];
