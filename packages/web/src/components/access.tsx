import type { Feature } from "@knockon/contract/vocabulary/billing";
import type { Role } from "@knockon/contract/vocabulary/scan";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { Loading, SkeletonBlock, TableSkeleton } from "./loaded.tsx";
import { PlansLink } from "./notice.tsx";
import { isAtLeast, useIncludes, useHasRole, useMembers, useRole } from "../api/workspace.ts";

interface RequireRoleProps {
  least: "owner" | "admin";
  /** For example, `Only the owner can manage API keys`. */
  title: string;
  /** Why access is restricted. */
  reason: string;
  children: ReactNode;
}

/** Shows its children to users with a role. Other users see who can grant access. */
export function RequireRole({ least, title, reason, children }: RequireRoleProps) {
  const role = useRole();
  if (role === undefined) {
    return (
      <Loading>
        <TableSkeleton rows={10} />
      </Loading>
    );
  }
  if (isAtLeast(role, least)) return children;
  return (
    <EmptyState icon={Lock} title={title}>
      {reason} Your role is {role}. <Contacts least={least} />
    </EmptyState>
  );
}

const MAX_CONTACTS = 3;

function Contacts({ least }: { least: Role }) {
  const able = useMembers()?.filter(({ role }) => isAtLeast(role, least)) ?? [];
  const names = able.slice(0, MAX_CONTACTS).map(({ full_name, email }) => `${full_name} (${email})`);
  if (names.length === 0) return null;
  return `Ask ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)} for access.`;
}

interface FeatureUnavailableProps {
  title: string;
  /** What the feature shows. */
  promise: string;
}

/** Empty state for a feature that the plan lacks. */
export function FeatureUnavailable({ title, promise }: FeatureUnavailableProps) {
  const mayChange = useHasRole("owner");
  return (
    <EmptyState icon={Lock} title={title} action={mayChange ? <PlansLink /> : undefined}>
      {promise} Not included in your current plan.
      {!mayChange && " Ask the workspace owner to upgrade."}
    </EmptyState>
  );
}

interface RequireFeatureProps extends FeatureUnavailableProps {
  feature: Feature;
  children: ReactNode;
}

/** Shows its children if the plan includes the feature, else an empty state. */
export function RequireFeature({ feature, title, promise, children }: RequireFeatureProps) {
  const isIncluded = useIncludes(feature);
  if (isIncluded === undefined) return <SkeletonBlock className="h-48" />;
  return isIncluded ? children : <FeatureUnavailable title={title} promise={promise} />;
}
