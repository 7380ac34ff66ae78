import * as operations from "@knockon/contract/operations/billing";
import { cancelSubscription, resumeSubscription } from "@knockon/core/billing/cancel-subscription";
import {
  addSeats,
  changePlan,
  previewPlanChange,
  previewSeats,
  removeSeats,
} from "@knockon/core/billing/change-plan";
import { getBillingStatus, getBillingUsage, getPaymentInfo } from "@knockon/core/billing/read-billing";
import { listBillingHistory } from "@knockon/core/billing/list-billing-history";
import { listPlans } from "@knockon/core/billing/plan-prices";
import { openCheckout, openPortal } from "@knockon/core/billing/open-pages";
import { route } from "../route.ts";

export const listPlansRoute = route(operations.listPlans, listPlans);

export const getBillingUsageRoute = route(operations.getBillingUsage, getBillingUsage);

export const getBillingStatusRoute = route(operations.getBillingStatus, getBillingStatus);

export const listBillingHistoryRoute = route(operations.listBillingHistory, (ctx, { query }) =>
  listBillingHistory(ctx, query),
);

export const getPaymentInfoRoute = route(operations.getPaymentInfo, getPaymentInfo);

export const openCheckoutRoute = route(operations.openCheckout, openCheckout);

export const openPortalRoute = route(operations.openPortal, openPortal);

export const previewSeatsRoute = route(operations.previewSeats, (ctx, { query }) => previewSeats(ctx, query));

export const addSeatsRoute = route(operations.addSeats, addSeats);

export const removeSeatsRoute = route(operations.removeSeats, removeSeats);

export const previewPlanChangeRoute = route(operations.previewPlanChange, (ctx, { query }) =>
  previewPlanChange(ctx, query),
);

export const changePlanRoute = route(operations.changePlan, changePlan);

export const cancelSubscriptionRoute = route(operations.cancelSubscription, cancelSubscription);

export const resumeSubscriptionRoute = route(operations.resumeSubscription, resumeSubscription);
