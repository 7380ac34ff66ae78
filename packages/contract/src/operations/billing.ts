import * as z from "zod";
import { operation } from "../operation.ts";
import {
  BillingHistory,
  BillingStatus,
  BillingUsage,
  Cancellation,
  HostedPage,
  NewSeats,
  PaymentInfo,
  plan_key,
  PlanCatalog,
  PlanChange,
  PlanChangePreview,
  PlanChoice,
  ResumedSubscription,
  ReturnedSeats,
  ScheduledCancellation,
  Seats,
  SeatsPreview,
} from "../resources/billing.ts";
import { MAX_SEATS_AT_ONCE } from "../vocabulary/billing.ts";
import { numberQuery, uuid } from "../resources/fields.ts";
import { OWN } from "./access.ts";

const cursor = z
  .string()
  .regex(/^\w{1,255}$/u)
  .optional();

const tag = "billing";
const params = z.object({ workspace_id: uuid.meta({ description: "Workspace ID." }) });

export const listPlans = operation({
  id: "listPlans",
  method: "GET",
  path: "/billing/plans",
  summary: "List plans",
  description:
    "Returns the plan catalog, cached for up to 1 hour. If the payment processor is not configured or not reachable, returns the built-in plans, which have no prices and cannot be purchased.",
  tag,
  auth: { credentials: ["key", "session"], role: null },
  status: 200,
  response: PlanCatalog,
  errors: [],
  asksProcessor: true,
});

export const getBillingUsage = operation({
  id: "getBillingUsage",
  method: "GET",
  path: "/workspaces/{workspace_id}/billing/usage",
  summary: "Get plan usage",
  description:
    "Returns the repositories, seats and org connections in use and their limits. Does not call the payment processor.",
  tag,
  auth: OWN,
  params,
  status: 200,
  response: BillingUsage,
  errors: [],
});

export const getBillingStatus = operation({
  id: "getBillingStatus",
  method: "GET",
  path: "/workspaces/{workspace_id}/billing/status",
  summary: "Get the subscription status",
  description:
    "Returns the latest state received from the payment processor. `none` means the workspace never had a subscription. `active`, `trialing` and `past_due` grant the plan's features.",
  tag,
  auth: OWN,
  params,
  status: 200,
  response: BillingStatus,
  errors: [],
});

export const listBillingHistory = operation({
  id: "listBillingHistory",
  method: "GET",
  path: "/workspaces/{workspace_id}/billing/history",
  summary: "List invoices and credit notes",
  description:
    "Returns up to 50 invoices and 50 credit notes per page, newest first. To get the next page, send back the cursors that are not null. Both cursors are null on the last page.",
  tag,
  auth: OWN,
  params,
  query: z.strictObject({
    next_invoice_cursor: cursor.meta({
      description: "`next_invoice_cursor` of the previous page. Omit it if it was null.",
    }),
    next_credit_note_cursor: cursor.meta({
      description: "`next_credit_note_cursor` of the previous page. Omit it if it was null.",
    }),
  }),
  status: 200,
  response: BillingHistory,
  errors: [503],
  asksProcessor: true,
});

export const getPaymentInfo = operation({
  id: "getPaymentInfo",
  method: "GET",
  path: "/workspaces/{workspace_id}/billing/payment-info",
  summary: "Get the payment method",
  description:
    "Returns the subscription's payment method. To change it, use the page returned by `/billing/portal`.",
  tag,
  auth: OWN,
  params,
  status: 200,
  response: PaymentInfo,
  errors: [503],
  asksProcessor: true,
});

export const openCheckout = operation({
  id: "openCheckout",
  method: "POST",
  path: "/workspaces/{workspace_id}/billing/checkout",
  summary: "Open a checkout page",
  description:
    "Returns the URL of a page hosted by the payment processor. The plan becomes active shortly after payment.",
  tag,
  auth: OWN,
  params,
  body: PlanChoice,
  status: 200,
  response: HostedPage,
  errors: [409, 503],
  asksProcessor: true,
  idempotent: true,
});

export const openPortal = operation({
  id: "openPortal",
  method: "POST",
  path: "/workspaces/{workspace_id}/billing/portal",
  summary: "Open the customer portal",
  description:
    "Returns the URL of a page hosted by the payment processor, for payment methods and invoices. Returns 409 if the workspace has never purchased anything.",
  tag,
  auth: OWN,
  params,
  status: 200,
  response: HostedPage,
  errors: [409, 503],
  asksProcessor: true,
  idempotent: true,
});

export const previewSeats = operation({
  id: "previewSeats",
  method: "GET",
  path: "/workspaces/{workspace_id}/billing/seats/preview",
  summary: "Preview a seat change",
  description: "Returns the prorated amount due for adding or removing seats. Changes nothing.",
  tag,
  auth: OWN,
  params,
  query: z.strictObject({
    additional_seats: numberQuery(z.int().min(-MAX_SEATS_AT_ONCE).max(MAX_SEATS_AT_ONCE)).meta({
      description: "Number of seats to add. Negative to remove seats.",
    }),
  }),
  status: 200,
  response: SeatsPreview,
  errors: [409, 503],
  asksProcessor: true,
});

export const addSeats = operation({
  id: "addSeats",
  method: "POST",
  path: "/workspaces/{workspace_id}/billing/seats",
  summary: "Add seats",
  description:
    "Charges the prorated price immediately. If the payment is declined, returns 402 and changes nothing.",
  tag,
  auth: OWN,
  params,
  body: NewSeats,
  status: 200,
  response: Seats,
  errors: [402, 409, 503],
  asksProcessor: true,
  idempotent: true,
});

export const removeSeats = operation({
  id: "removeSeats",
  method: "POST",
  path: "/workspaces/{workspace_id}/billing/seats/remove",
  summary: "Remove seats",
  description:
    "Credits the rest of the billing period to the next invoice. Returns 409 if the seats are in use.",
  tag,
  auth: OWN,
  params,
  body: ReturnedSeats,
  status: 200,
  response: Seats,
  errors: [402, 409, 503],
  asksProcessor: true,
  idempotent: true,
});

export const previewPlanChange = operation({
  id: "previewPlanChange",
  method: "GET",
  path: "/workspaces/{workspace_id}/billing/change-plan/preview",
  summary: "Preview a plan change",
  description:
    "Returns the prorated amount due for a plan change. Changes nothing. Returns 409 with every limit that current usage exceeds.",
  tag,
  auth: OWN,
  params,
  query: z.strictObject({ plan_key }),
  status: 200,
  response: PlanChangePreview,
  errors: [409, 503],
  asksProcessor: true,
});

export const changePlan = operation({
  id: "changePlan",
  method: "POST",
  path: "/workspaces/{workspace_id}/billing/change-plan",
  summary: "Change the plan",
  description:
    "Charges or credits the prorated difference immediately. Returns 409 with every limit that the seats or orgs in use exceed. To return to the free plan, cancel the subscription.",
  tag,
  auth: OWN,
  params,
  body: PlanChoice,
  status: 200,
  response: PlanChange,
  errors: [402, 409, 503],
  asksProcessor: true,
  idempotent: true,
});

export const cancelSubscription = operation({
  id: "cancelSubscription",
  method: "POST",
  path: "/workspaces/{workspace_id}/billing/cancel",
  summary: "Cancel the subscription",
  description:
    "Schedules cancellation at the end of the billing period and records the reason permanently. The plan stays active until then. `/billing/resume` reverts the cancellation.",
  tag,
  auth: OWN,
  params,
  body: Cancellation,
  status: 200,
  response: ScheduledCancellation,
  errors: [409, 503],
  asksProcessor: true,
  idempotent: true,
});

export const resumeSubscription = operation({
  id: "resumeSubscription",
  method: "POST",
  path: "/workspaces/{workspace_id}/billing/resume",
  summary: "Resume the subscription",
  description: "Reverts a scheduled cancellation. The cancellation record is kept.",
  tag,
  auth: OWN,
  params,
  status: 200,
  response: ResumedSubscription,
  errors: [409, 503],
  asksProcessor: true,
  idempotent: true,
});
