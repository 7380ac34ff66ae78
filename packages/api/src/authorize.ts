import type { OperationAuth } from "@knockon/contract/operation";
import { ROLES } from "@knockon/contract/vocabulary/scan";
import { ForbiddenError, NotFoundError } from "@knockon/core/errors";
import type { Identity } from "./identity.ts";

/** Another workspace than the caller's does not exist for the caller. UUIDs compare regardless of case. */
export function requireOwnWorkspace({ workspaceId }: Identity, named: (string | undefined)[]): void {
  if (named.some((id) => id !== undefined && id.toLowerCase() !== workspaceId)) throw new NotFoundError();
}

/** Throws ForbiddenError. A key is Owner-equivalent, except where only a person will do. */
export function requireRole({ actor }: Identity, { credentials, role }: OperationAuth): void {
  if (actor.type === "key") {
    if (!credentials.includes("key")) throw new ForbiddenError("This operation requires a user session.");
    return;
  }
  if (role !== null && ROLES.indexOf(actor.role) > ROLES.indexOf(role)) {
    throw new ForbiddenError(`This operation requires the role ${role} or above.`);
  }
}
