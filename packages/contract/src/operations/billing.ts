import { z } from "zod";
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
const params = z.object({ workspace_id: uuid.meta({ description: "The workspace." }) });

export const listPlans = operation({
  id: "listPlans",
  method: "GET",
  path: "/billing/plans",
  summary: "List the plans and what they cost",
  description:
    "The same for everybody, and at most an hour old. Where the payment processor is absent or silent, the plans have no prices and cannot be bought.",
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
  summary: "Get what a workspace uses of its plan",
  description: "Repositories, seats and connected orgs, each beside its limit. Nobody outside is asked.",
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
  summary: "Get how the subscription of a workspace stands",
  description:
    "As the payment processor last told it. `none` is a workspace that never had one; `active`, `trialing` and `past_due` entitle to the plan.",
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
  summary: "List what was charged and what was credited",
  description:
    "Invoices and credit notes, newest first on each page: up to 50 of each. Send the cursors of a page back for the next one; there is none where both are null.",
  tag,
  auth: OWN,
  params,
  query: z.strictObject({
    next_invoice_cursor: cursor.meta({ description: "That of the page before, unless it was null." }),
    next_credit_note_cursor: cursor.meta({ description: "The same." }),
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
  summary: "Get what a subscription is paid with",
  description: "As much of it as a receipt shows. It is changed on the page that `/billing/portal` leads to.",
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
  summary: "Open the page on which a subscription begins",
  description:
    "A page of the payment processor's. The plan holds once it is paid, a moment after the person is back.",
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
  summary: "Open the page on which cards are changed and invoices read",
  description: "A page of the payment processor's. There is none for a workspace that never bought anything.",
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
  summary: "Say what more seats would cost now",
  description: "Less than none asks about giving seats back. Nothing is changed.",
  tag,
  auth: OWN,
  params,
  query: z.strictObject({
    additional_seats: numberQuery(z.int().min(-MAX_SEATS_AT_ONCE).max(MAX_SEATS_AT_ONCE)).meta({
      description: "How many more.",
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
  summary: "Buy seats beside those of the plan",
  description:
    "They are charged at once, for the rest of the period. A payment that is declined is a 402, and then nothing has changed.",
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
  summary: "Give back seats that were bought",
  description:
    "What is left of their period is credited to the next charge. Seats in use are a 409 that says how many.",
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
  summary: "Say what another plan would cost now",
  description:
    "With the refusals that the change would meet: a 409 names every limit that is exceeded. Nothing is changed.",
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
  summary: "Change to another plan",
  description:
    "The difference for the rest of the period is charged or credited at once. Where more seats or orgs are in use than the plan allows, a 409 names each. Back to the free plan is a cancellation.",
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
  summary: "Let a subscription end with its period",
  description:
    "Why is kept, and never changed. Until then everything stays, and `/billing/resume` takes it back.",
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
  summary: "Let a subscription that was to end go on",
  description: "What was noted of its cancellation stays.",
  tag,
  auth: OWN,
  params,
  status: 200,
  response: ResumedSubscription,
  errors: [409, 503],
  asksProcessor: true,
  idempotent: true,
});
