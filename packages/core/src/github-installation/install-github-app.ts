import type { InstallationOutcome } from "@knockon/contract/vocabulary/installation";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { githubSetup } from "@knockon/db/schema/github-installation.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import { isHostError } from "../connected-org/open-org.ts";
import type { Context, UserContext } from "../context.ts";
import { NotConfiguredError } from "../errors.ts";
import { createToken, hashToken } from "../invitation/invitations.ts";
import { HostRefusedError } from "../ports/git-host.ts";
import { userIdOf } from "../session/session.ts";
import { recordInstallation } from "./github-installations.ts";

const STATE_VALID_MINUTES = 10;

/**
 * Returns the GitHub URL where the user installs the App. Its 256-bit state is valid once, for ten minutes, for this user and
 * workspace; only its hash is stored. Throws NotConfiguredError.
 */
export async function beginGithubInstallation(ctx: Context): Promise<{ url: string }> {
  const { workspaceId, ports, now } = ctx;
  if (!ports.githubApp) {
    throw new NotConfiguredError("This deployment has no GitHub App to install.");
  }
  const state = createToken();
  const setup = {
    stateHash: hashToken(state),
    workspaceId,
    userId: userIdOf(ctx),
    expiresAt: new Date(now().getTime() + STATE_VALID_MINUTES * 60_000),
  };
  await inWorkspace(ctx, async (tx) => {
    await tx.delete(githubSetup).where(lte(githubSetup.expiresAt, now()));
    await tx.insert(githubSetup).values(setup);
  });
  return { url: ports.githubApp.installUrl(state) };
}

/** The query of the redirect from GitHub. It is untrusted. */
interface SetupQuery {
  state?: string | undefined;
  code?: string | undefined;
  installationId?: string | undefined;
  setupAction?: string | undefined;
}

type Setup = typeof githubSetup.$inferSelect;

/**
 * Handles the redirect from GitHub. Returns the URL of the workspace's settings with the outcome, or of the home page if the state was
 * not created by the signed-in user for a workspace that they administer. Otherwise, a link created by one user and followed by
 * another would give the first one access to the second one's installation.
 */
export async function finishGithubInstallation(
  base: UserContext,
  query: SetupQuery,
): Promise<{ location: string }> {
  const { appUrl } = base.settings;
  const setup = await takeSetup(base, query.state);
  if (!setup) return { location: `${appUrl}/?installation=expired` };
  const ctx = { ...base, workspaceId: setup.workspaceId };
  const slug = await findSlug(ctx, setup);
  if (slug === undefined) return { location: `${appUrl}/?installation=expired` };
  return {
    location: `${appUrl}/w/${slug}/settings/orgs?installation=${await recordIfOwned(ctx, setup, query)}`,
  };
}

/** Deletes and returns the setup of a state, so that it can be used once. */
async function takeSetup({ actor, database }: UserContext, state?: string): Promise<Setup | undefined> {
  if (actor.type !== "user" || state === undefined) return undefined;
  const isOwn = and(eq(githubSetup.stateHash, hashToken(state)), eq(githubSetup.userId, actor.id));
  const [taken] = await asSystem(database, (tx) => tx.delete(githubSetup).where(isOwn).returning());
  return taken;
}

/** Returns undefined if the user no longer administers the workspace. */
async function findSlug(ctx: Context, { userId }: Setup): Promise<string | undefined> {
  const mayAdminister = and(eq(membership.userId, userId), inArray(membership.role, ["owner", "admin"]));
  const [found] = await inWorkspace(ctx, (tx) =>
    tx
      .select({ slug: workspace.slug })
      .from(workspace)
      .innerJoin(membership, eq(membership.workspaceId, workspace.id))
      .where(and(isNull(workspace.deletedAt), mayAdminister)),
  );
  return found?.slug;
}

/** Records the installation if GitHub confirms that the user owns it. Returns the outcome and logs the reason of a failure. */
async function recordIfOwned(ctx: Context, setup: Setup, query: SetupQuery): Promise<InstallationOutcome> {
  if (setup.expiresAt <= ctx.now()) return "expired";
  if (query.setupAction === "request") return "requested";
  const { code, installationId } = query;
  if (code === undefined || installationId === undefined) return "cancelled";
  try {
    const found = await ctx.ports.githubApp?.findInstallation(code, installationId);
    if (!found) return "not_yours";
    if (!found.isWhole) return "not_all_repositories";
    await recordInstallation(ctx, { installationId, account: found.account, createdBy: setup.userId });
    return "recorded";
  } catch (error) {
    if (!isHostError(error)) throw error;
    const { workspaceId, requestId } = ctx;
    ctx.log.info("installation not confirmed", { requestId, workspaceId, cause: error.message });
    return error instanceof HostRefusedError ? "not_yours" : "unavailable";
  }
}
