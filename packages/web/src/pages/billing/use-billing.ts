import {
  getBillingStatus,
  getBillingUsage,
  listBillingHistory,
  listPlans,
} from "@knockon/contract/operations/billing";
import { getEntitlements } from "@knockon/contract/operations/workspace";
import { useState } from "react";
import { useWorkspace } from "../../api/workspace-context.ts";

/** What is out of date once money has moved. */
export const MONEY_MOVED = [
  getBillingStatus,
  getBillingUsage,
  listBillingHistory,
  listPlans,
  getEntitlements,
] as const;

export function useBillingParams() {
  const { workspace } = useWorkspace();
  return { workspace_id: workspace.id };
}

/**
 * Names what a person asks for in an open dialog: the same while they ask for the same, so that trying again after a lost
 * answer charges nothing twice.
 */
export function useRequestKey(asked: string | number): string {
  // Not `randomUUID`, which browsers keep from pages without TLS.
  const [opened] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join("-"));
  return `${opened}-${asked}`;
}
