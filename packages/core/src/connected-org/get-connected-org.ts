import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { getOrgRow } from "./org-row.ts";
import { presentOrg } from "./present-orgs.ts";

export function getConnectedOrg(ctx: Context, input: { connectedOrgId: string }) {
  return inWorkspace(ctx, async (tx) => presentOrg(tx, await getOrgRow(tx, input.connectedOrgId)));
}
