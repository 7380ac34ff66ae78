import { inWorkspace } from "@knockon/db/in-workspace";
import { githubSetup } from "@knockon/db/schema/github-installation.sql";
import { lte } from "drizzle-orm";
import type { Context } from "../context.ts";
import { NotConfiguredError } from "../errors.ts";
import { createToken, hashToken } from "../invitation/token.ts";
import { userIdOf } from "../session/user-id.ts";

const MINUTES_OPEN = 10;

/**
 * Where somebody goes to install the App for a workspace. What GitHub hands back is good for them, for this workspace, once
 * and for ten minutes: 256 bits, of which only the hash is kept. Throws NotConfiguredError.
 */
export async function beginGithubInstallation(ctx: Context): Promise<{ url: string }> {
  const { workspaceId, ports, now } = ctx;
  if (!ports.githubApp) {
    throw new NotConfiguredError("This deployment has no GitHub App that can be installed.");
  }
  const state = createToken();
  const setup = {
    stateHash: hashToken(state),
    workspaceId,
    userId: userIdOf(ctx),
    expiresAt: new Date(now().getTime() + MINUTES_OPEN * 60_000),
  };
  await inWorkspace(ctx, async (tx) => {
    await tx.delete(githubSetup).where(lte(githubSetup.expiresAt, now()));
    await tx.insert(githubSetup).values(setup);
  });
  return { url: ports.githubApp.installUrl(state) };
}
