import type { Context } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import {
  CredentialRefusedError,
  HostBusyError,
  HostRefusedError,
  HostUnreachableError,
  type OrgAccess,
} from "../ports/git-host.ts";

/** Why a host could not be asked, for the user: nothing of it is a fault of ours. */
export const isOfHost = (error: unknown): error is Error =>
  [HostRefusedError, HostBusyError, HostUnreachableError].some((kind) => error instanceof kind);

/** Asks the host who an org is. What it refuses is told of the field of the body that is to be changed. */
export async function identifyOrg(ctx: Context, access: OrgAccess): Promise<{ platformId: string }> {
  let field = "platform";
  try {
    const host = ctx.ports.openGitHost(access);
    field = "url";
    return await host.identify();
  } catch (error) {
    if (!isOfHost(error)) throw error;
    const isCredential = error instanceof CredentialRefusedError;
    throw new InvalidInputError(["body", isCredential ? credentialField(access) : field], error.message);
  }
}

const credentialField = ({ credential }: OrgAccess): string =>
  credential?.type === "installation" ? "installation_id" : "access_token";
