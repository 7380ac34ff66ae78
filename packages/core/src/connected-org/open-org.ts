import type { Context } from "../context.ts";
import type { GitHost } from "../ports/git-host.ts";
import { openCredential } from "./credential/credential-row.ts";
import type { OrgRow } from "./org-row.ts";

/** A connected org's host, by the org's own credential. Throws HostRefusedError. */
export async function openOrg(ctx: Context, org: OrgRow): Promise<GitHost> {
  const { platform, url } = org;
  return ctx.ports.openGitHost({ platform, url, credential: await openCredential(ctx, org) });
}
