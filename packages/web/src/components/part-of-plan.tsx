import type { Feature } from "@knockon/contract/vocabulary/billing";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useIncludes } from "../api/use-entitlements.ts";
import { useMay } from "../api/use-role.ts";
import { EmptyState } from "./empty-state.tsx";
import { PlansLink } from "./plans-link.tsx";
import { SkeletonBlock } from "./skeleton.tsx";

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
