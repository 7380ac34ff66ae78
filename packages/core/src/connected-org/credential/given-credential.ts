import type { Platform } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../../context.ts";
import { InvalidInputError } from "../../errors.ts";
import { isRecorded } from "../../github-installation/installation-row.ts";
import type { HostCredential } from "../../ports/git-host.ts";

interface Given {
  platform: Platform;
  accessToken?: string | undefined;
  installationId?: string | undefined;
}

/** What a body gives to be let in by, if anything. Throws InvalidInputError for what the platform has no use for. */
export async function givenCredential(
  ctx: Context,
  { platform, accessToken, installationId }: Given,
): Promise<HostCredential | null> {
  if (installationId !== undefined && platform !== "github") {
    throw refuse("installation_id", "Installations are only supported for GitHub.");
  }
  if (installationId !== undefined && accessToken !== undefined) {
    throw refuse("installation_id", "An org has an access token or an installation.");
  }
  if (accessToken !== undefined && platform === "local") {
    throw refuse("access_token", "A folder takes no access token.");
  }
  if (installationId !== undefined) {
    const { workspaceId } = ctx;
    const isKnown = await inWorkspace(ctx, (tx) => isRecorded(tx, installationId));
    return { type: "installation", installationId, workspaceId, isRecorded: isKnown };
  }
  return accessToken === undefined ? null : { type: "token", token: accessToken };
}

const refuse = (field: string, detail: string): InvalidInputError =>
  new InvalidInputError(["body", field], detail);
