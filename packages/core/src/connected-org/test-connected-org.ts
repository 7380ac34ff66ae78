import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { CredentialRefusedError } from "../ports/git-host.ts";
import { noteAccepted, noteRefused } from "./credential/credential-row.ts";
import { isOfHost } from "./identify-org.ts";
import { openOrg } from "./open-org.ts";
import { getOrgRow } from "./org-row.ts";

/** Whether the org's host lets its repositories be listed now, and else why not. */
export async function testConnectedOrg(
  ctx: Context,
  { connectedOrgId }: { connectedOrgId: string },
): Promise<{ ok: boolean; detail: string }> {
  const org = await inWorkspace(ctx, (tx) => getOrgRow(tx, connectedOrgId));
  try {
    await (await openOrg(ctx, org)).listRepositories(null);
  } catch (error) {
    if (error instanceof CredentialRefusedError) await noteRefused(ctx, org);
    if (isOfHost(error)) return { ok: false, detail: error.message };
    throw error;
  }
  await inWorkspace(ctx, (tx) => noteAccepted(tx, org));
  return { ok: true, detail: "The repositories can be listed." };
}
