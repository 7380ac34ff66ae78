import { randomUUID } from "node:crypto";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import type { Context } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import {
  CredentialRefusedError,
  HostBusyError,
  HostRefusedError,
  HostUnreachableError,
  type HostCredential,
} from "../ports/git-host.ts";
import { storeCredential } from "./credential/credential-row.ts";
import { presentOrg } from "./present-orgs.ts";

interface NewOrg {
  name: string;
  platform: Platform;
  url?: string | undefined;
  accessToken?: string | undefined;
  installationId?: string | undefined;
}

/** Asks the host before anything is stored: an org that cannot be opened is refused, naming why. */
export async function createConnectedOrg(ctx: Context, input: NewOrg) {
  const { name, platform } = input;
  const url = input.url ?? usualUrl(input);
  const credential = credentialOf(input);
  const { platformId } = await identify(ctx, { platform, url, credential });
  return inWorkspace(ctx, async (tx) => {
    const { workspaceId } = ctx;
    const id = randomUUID();
    const credentialId = platform === "local" ? null : await storeCredential(ctx, tx, id, credential);
    const [row] = await tx
      .insert(connectedOrg)
      .values({ id, workspaceId, name, platform, url, platformId, credentialId })
      .returning();
    if (!row) throw new Error("An insert returns its row.");
    return presentOrg(tx, row);
  });
}

function usualUrl({ name, platform }: NewOrg): string {
  if (platform === "local") throw new InvalidInputError(["body", "url"], "A local org is a folder: name it.");
  return `https://${platform}.com/${encodeURIComponent(name)}`;
}

function credentialOf({ platform, accessToken, installationId }: NewOrg): HostCredential | null {
  if (installationId !== undefined) {
    if (platform !== "github")
      throw new InvalidInputError(["body", "installation_id"], "Installations are GitHub's.");
    if (accessToken !== undefined) {
      throw new InvalidInputError(
        ["body", "installation_id"],
        "An org has an access token or an installation.",
      );
    }
    return { type: "installation", installationId };
  }
  if (accessToken === undefined) return null;
  if (platform === "local")
    throw new InvalidInputError(["body", "access_token"], "A folder takes no access token.");
  return { type: "token", token: accessToken };
}

type Access = Parameters<Context["ports"]["openGitHost"]>[0];

/** What the host refuses is told of the field of the body that is to be changed. */
async function identify(ctx: Context, access: Access): Promise<{ platformId: string }> {
  let field: "platform" | "url" = "platform";
  try {
    const host = ctx.ports.openGitHost(access);
    field = "url";
    return await host.identify();
  } catch (error) {
    if (error instanceof CredentialRefusedError)
      throw new InvalidInputError(["body", tokenField(access)], error.message);
    if (
      error instanceof HostRefusedError ||
      error instanceof HostUnreachableError ||
      error instanceof HostBusyError
    ) {
      throw new InvalidInputError(["body", field], error.message);
    }
    throw error;
  }
}

const tokenField = ({ credential }: Access): string =>
  credential?.type === "installation" ? "installation_id" : "access_token";
