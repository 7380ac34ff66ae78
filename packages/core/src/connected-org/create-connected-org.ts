import { randomUUID } from "node:crypto";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import type { Context } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import { HostRefusedError } from "../ports/git-host.ts";
import { presentOrg } from "./present-orgs.ts";

/** Asks the host before anything is stored: an org that cannot be opened is refused, naming why. */
export async function createConnectedOrg(
  ctx: Context,
  input: { name: string; platform: Platform; url: string },
) {
  const { platformId } = await identify(ctx, input);
  return inWorkspace(ctx, async (tx) => {
    const { workspaceId } = ctx;
    const credentialId = input.platform === "local" ? null : randomUUID();
    if (credentialId !== null) await tx.insert(credential).values({ id: credentialId, workspaceId });
    const [row] = await tx
      .insert(connectedOrg)
      .values({ ...input, id: randomUUID(), workspaceId, platformId, credentialId })
      .returning();
    if (!row) throw new Error("An insert returns its row.");
    return presentOrg(tx, row);
  });
}

async function identify(ctx: Context, input: { platform: Platform; url: string }) {
  const host = await refusalOf("platform", () => ctx.ports.openGitHost({ ...input, credential: null }));
  return refusalOf("url", () => host.identify());
}

/** What the host refuses is told of the field of the body that is to be changed. */
async function refusalOf<T>(field: "platform" | "url", ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HostRefusedError) throw new InvalidInputError(["body", field], error.message);
    throw error;
  }
}
