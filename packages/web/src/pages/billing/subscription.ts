import type { BillingStatus, BillingUsage, Plan } from "@knockon/contract/resources/billing";
import { ENTITLED_STATUSES } from "@knockon/contract/vocabulary/billing";
import type { z } from "zod";

export type Subscription = z.output<typeof BillingStatus>;
export type Usage = z.output<typeof BillingUsage>;
export type SoldPlan = z.output<typeof Plan>;

/** It gives what it is for, and can be changed. */
export const isRunning = ({ subscription_status }: Pick<Subscription, "subscription_status">): boolean =>
  ENTITLED_STATUSES.includes(subscription_status);

/** In these, there is none any more, and another may begin. */
const OVER: ReadonlySet<Subscription["subscription_status"]> = new Set([
  "none",
  "canceled",
  "incomplete_expired",
]);
export const mayBegin = ({ subscription_status }: Subscription): boolean => OVER.has(subscription_status);
