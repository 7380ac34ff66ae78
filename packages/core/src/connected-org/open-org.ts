import type { Context } from "../context.ts";
import type { GitHost } from "../ports/git-host.ts";
import type { OrgRow } from "./org-row.ts";

/** A connected org's host, by the org's own credential. Throws HostRefusedError. */
export async function openOrg(ctx: Context, { platform, url }: OrgRow): Promise<GitHost> {
  return ctx.ports.openGitHost({ platform, url, credential: null });
}
