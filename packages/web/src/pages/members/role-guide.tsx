import { ROLES } from "@knockon/contract/vocabulary/scan";
import { ROLE_ALLOWS, ROLE_NAMES } from "./roles.ts";

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
