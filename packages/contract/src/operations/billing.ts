import { z } from "zod";
import { operation } from "../operation.ts";
import { BillingStatus, BillingUsage, PlanCatalog } from "../resources/billing.ts";
import { uuid } from "../resources/fields.ts";
import { OWN } from "./access.ts";

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
