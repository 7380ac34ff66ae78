import type { Context } from "../context.ts";
import type { GitHost } from "../ports/git-host.ts";
import { findCredentialRow, openCredential, type CredentialRow } from "./credential/credential-row.ts";
import type { OrgRow } from "./org-row.ts";

/** A connected org's host, by the org's own credential. Throws HostRefusedError. */
export const openOrg = async (ctx: Context, org: OrgRow): Promise<GitHost> =>
  openOrgWith(ctx, org, await findCredentialRow(ctx, org));

/** The same where the credential's row was read together with the org's. */
export function openOrgWith(ctx: Context, org: OrgRow, row: CredentialRow | null): GitHost {
  const { platform, url } = org;
  return ctx.ports.openGitHost({ platform, url, credential: openCredential(ctx, org, row) });
}
