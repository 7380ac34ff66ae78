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
  owner: "All that an Admin may; billing, API keys, and the workspace itself.",
  admin: "All that a member may; connects orgs, invites and manages people, reads the audit log.",
  member: "Reads everything, starts and cancels scans.",
  viewer: "Reads everything. Takes no seat.",
};
