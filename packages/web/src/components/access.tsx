import type { Feature } from "@knockon/contract/vocabulary/billing";
import type { Role } from "@knockon/contract/vocabulary/scan";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { SkeletonBlock, TableSkeleton } from "./loaded.tsx";
import { PlansLink } from "./notice.tsx";
import { isAtLeast, useIncludes, useMay, useMembers, useRole } from "../api/workspace.ts";

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

interface NotIncludedProps {
  title: string;
  /** What would be here. */
  promise: string;
}

/** What the workspace's plan leaves out, and who can change that. */
export function NotIncluded({ title, promise }: NotIncludedProps) {
  const mayChange = useMay("owner");
  return (
    <EmptyState icon={Lock} title={title} action={mayChange ? <PlansLink /> : undefined}>
      {promise} Not included in your current plan.
      {!mayChange && " Ask the workspace owner to upgrade."}
    </EmptyState>
  );
}

interface PartOfPlanProps extends NotIncludedProps {
  feature: Feature;
  children: ReactNode;
}

/** Something that not every plan includes; where this one does not, that is said before anybody tries. */
export function PartOfPlan({ feature, title, promise, children }: PartOfPlanProps) {
  const isIncluded = useIncludes(feature);
  if (isIncluded === undefined) return <SkeletonBlock className="h-48" />;
  return isIncluded ? children : <NotIncluded title={title} promise={promise} />;
}
