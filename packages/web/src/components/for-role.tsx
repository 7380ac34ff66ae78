import type { Role } from "@knockon/contract/vocabulary/scan";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useMembers } from "../api/use-members.ts";
import { isAtLeast, useRole } from "../api/use-role.ts";
import { EmptyState } from "./empty-state.tsx";
import { TableSkeleton } from "./skeleton.tsx";

interface ForRoleProps {
  least: "owner" | "admin";
  /** Who may: `Only the Owner sees API keys`. */
  title: string;
  /** Why not everybody. */
  reason: string;
  children: ReactNode;
}

/** A page for some roles; others are told why not, and whom to ask. */
export function ForRole({ least, title, reason, children }: ForRoleProps) {
  const role = useRole();
  if (role === undefined) {
    return (
      <div aria-busy="true">
        <TableSkeleton rows={10} />
      </div>
    );
  }
  if (isAtLeast(role, least)) return children;
  return (
    <EmptyState icon={Lock} title={title}>
      {reason} Your role is {role}. <WhomToAsk least={least} />
    </EmptyState>
  );
}

const ASKED = 3;

function WhomToAsk({ least }: { least: Role }) {
  const able = useMembers()?.filter(({ role }) => isAtLeast(role, least)) ?? [];
  const names = able.slice(0, ASKED).map(({ full_name, email }) => `${full_name} (${email})`);
  if (names.length === 0) return null;
  return `Ask ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)} for access.`;
}
