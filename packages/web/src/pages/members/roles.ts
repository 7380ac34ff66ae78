import type { GRANTED_ROLES } from "@knockon/contract/resources/workspace";
import type { Role } from "@knockon/contract/vocabulary/scan";

export type GrantedRole = (typeof GRANTED_ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
  viewer: "Viewer",
};

/** What each may do beyond the one below it. */
export const ROLE_ALLOWS: Record<Role, string> = {
  owner: "Everything an admin can do, plus billing, API keys, ownership transfer and workspace deletion.",
  admin: "Everything a member can do, plus organizations, members and the audit log.",
  member: "View everything. Start and cancel scans.",
  viewer: "View everything. Doesn't use a seat.",
};
