import type { GRANTED_ROLES } from "@knockon/contract/resources/workspace";
import { type Role, ROLES } from "@knockon/contract/vocabulary/scan";

export type GrantedRole = (typeof GRANTED_ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
  viewer: "Viewer",
};

/** Permissions beyond the next lower role. */
export const ROLE_ALLOWS: Record<Role, string> = {
  owner: "Everything an admin can do, plus billing, API keys, ownership transfer and workspace deletion.",
  admin: "Everything a member can do, plus organizations, members and the audit log.",
  member: "View everything. Start and cancel scans.",
  viewer: "View everything. Doesn't use a seat.",
};

export const RoleGuide = () => (
  <dl className="divide-y divide-line rounded-md border px-3 text-13">
    {ROLES.map((role) => (
      <div key={role} className="flex gap-4 py-2.5">
        <dt className="w-18 shrink-0 font-medium">{ROLE_NAMES[role]}</dt>
        <dd className="text-muted">{ROLE_ALLOWS[role]}</dd>
      </div>
    ))}
  </dl>
);
