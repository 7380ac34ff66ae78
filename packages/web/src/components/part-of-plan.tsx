import { ApiError } from "@knockon/contract/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";

interface PartOfPlanProps {
  /** What the plan may not include. */
  query: UseQueryResult;
  title: string;
  /** What would be here. */
  promise: string;
  children: ReactNode;
}

/** Something that not every plan includes: where this one does not, what it is and who can change that. */
export function PartOfPlan({ query, title, promise, children }: PartOfPlanProps) {
  if (!(query.error instanceof ApiError) || query.error.status !== 402) return children;
  return (
    <EmptyState icon={Lock} title={title}>
      {promise} Your workspace's plan does not include this; its owner can change the plan.
    </EmptyState>
  );
}
