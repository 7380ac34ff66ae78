import type { InstallationOutcome } from "@knockon/contract/vocabulary/installation";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { githubSetup } from "@knockon/db/schema/github-installation.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { isOfHost } from "../connected-org/identify-org.ts";
import type { Context, UserContext } from "../context.ts";
import { hashToken } from "../invitation/token.ts";
import { HostRefusedError } from "../ports/git-host.ts";
import { recordInstallation } from "./installation-row.ts";

/** What GitHub, or anybody, writes into the address that the browser comes back by. */
interface Return {
  state?: string | undefined;
  code?: string | undefined;
  installationId?: string | undefined;
  setupAction?: string | undefined;
}

type Setup = typeof githubSetup.$inferSelect;

/**
 * Where a browser that comes back from GitHub goes on: the settings of the workspace that the way was begun for, with
 * what came of it; the front page where it was begun by nobody who is signed in here and may administer that workspace.
 * Without that, a link begun by one person and followed by another would give the one what the other installs.
 */
export async function finishGithubInstallation(
  base: UserContext,
  back: Return,
): Promise<{ location: string }> {
  const { appUrl } = base.settings;
  const setup = await takeSetup(base, back.state);
  if (!setup) return { location: `${appUrl}/?installation=expired` };
  const ctx = { ...base, workspaceId: setup.workspaceId };
  const slug = await findSlug(ctx, setup);
  if (slug === undefined) return { location: `${appUrl}/?installation=expired` };
  return { location: `${appUrl}/w/${slug}/settings/orgs?installation=${await settle(ctx, setup, back)}` };
}

/** Of two who bring the same state, one gets it. */
async function takeSetup({ actor, database }: UserContext, state?: string): Promise<Setup | undefined> {
  if (actor.type !== "user" || state === undefined) return undefined;
  const isOwn = and(eq(githubSetup.stateHash, hashToken(state)), eq(githubSetup.userId, actor.id));
  const [taken] = await asSystem(database, (tx) => tx.delete(githubSetup).where(isOwn).returning());
  return taken;
}

/** Undefined once the person may no longer administer the workspace. */
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

/** Records the installation where GitHub bears the person out. What GitHub says is told in one word, and why logged. */
async function settle(ctx: Context, setup: Setup, back: Return): Promise<InstallationOutcome> {
  if (setup.expiresAt <= ctx.now()) return "expired";
  if (back.setupAction === "request") return "requested";
  const { code, installationId } = back;
  if (code === undefined || installationId === undefined) return "cancelled";
  try {
    const found = await ctx.ports.githubApp?.findInstallation(code, installationId);
    if (!found) return "not_yours";
    if (!found.isWhole) return "not_all_repositories";
    await recordInstallation(ctx, { installationId, account: found.account, createdBy: setup.userId });
    return "recorded";
  } catch (error) {
    if (!isOfHost(error)) throw error;
    const { workspaceId, requestId } = ctx;
    ctx.log.info("installation not proved", { requestId, workspaceId, cause: error.message });
    return error instanceof HostRefusedError ? "not_yours" : "unavailable";
  }
}
