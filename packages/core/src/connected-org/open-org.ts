import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import {
  CredentialRefusedError,
  type GitHost,
  HostBusyError,
  HostRefusedError,
  HostUnreachableError,
  type OrgAccess,
} from "../ports/git-host.ts";
import {
  type CredentialRow,
  findCredentialRow,
  markAccepted,
  markRefused,
  openCredential,
} from "./credential.ts";
import { getOrgRow, type OrgRow } from "./org-row.ts";

/** Opens a connected org's host with the org's credential. Throws HostRefusedError. */
export const openOrg = async (ctx: Context, org: OrgRow): Promise<GitHost> =>
  openOrgWith(ctx, org, await findCredentialRow(ctx, org));

/** Opens a connected org's host with a credential row that is already loaded. */
export function openOrgWith(ctx: Context, org: OrgRow, row: CredentialRow | null): GitHost {
  const { platform, url } = org;
  return ctx.ports.openGitHost({ platform, url, credential: openCredential(ctx, org, row) });
}

/** Returns whether the host caused the error. Its message is safe to show to users. */
export const isHostError = (error: unknown): error is Error =>
  [HostRefusedError, HostBusyError, HostUnreachableError].some((kind) => error instanceof kind);

/** Returns the host's permanent ID of an org. Throws InvalidInputError for the body field that the host refused. */
export async function identifyOrg(ctx: Context, access: OrgAccess): Promise<{ platformId: string }> {
  let field = "platform";
  try {
    const host = ctx.ports.openGitHost(access);
    field = "url";
    return await host.identify();
  } catch (error) {
    if (!isHostError(error)) throw error;
    const isCredential = error instanceof CredentialRefusedError;
    throw new InvalidInputError(["body", isCredential ? credentialField(access) : field], error.message);
  }
}

const credentialField = ({ credential }: OrgAccess): string =>
  credential?.type === "installation" ? "installation_id" : "access_token";

/** Tests whether the org's repositories can be listed with its credential. */
export async function testConnectedOrg(
  ctx: Context,
  { connectedOrgId }: { connectedOrgId: string },
): Promise<{ ok: boolean; detail: string }> {
  const org = await inWorkspace(ctx, (tx) => getOrgRow(tx, connectedOrgId));
  try {
    await (await openOrg(ctx, org)).listRepositories(null);
  } catch (error) {
    if (error instanceof CredentialRefusedError) await markRefused(ctx, org);
    if (isHostError(error)) return { ok: false, detail: error.message };
    throw error;
  }
  await inWorkspace(ctx, (tx) => markAccepted(tx, org));
  return { ok: true, detail: "The repositories can be listed." };
}
