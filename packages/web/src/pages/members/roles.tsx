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
  owner:
    "Everything an admin can do, plus manage billing and API keys, transfer ownership and delete the workspace.",
  admin:
    "Everything a member can do, plus manage organizations, members and workspace settings, and view the audit log.",
  member: "Everything a viewer can do, plus start and cancel scans and rerun checks.",
  viewer: "View repositories, the graph, impact and all findings. Doesn't use a seat.",
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
