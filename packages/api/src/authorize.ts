import type { OperationAuth } from "@knockon/contract/operation";
import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import { ForbiddenError } from "@knockon/core/errors";
import type { Identity } from "./identity.ts";

/** Throws ForbiddenError. A key is Owner-equivalent, except where only a person will do. */
export function requireRole({ actor }: Pick<Identity, "actor">, { credentials, role }: OperationAuth): void {
  if (actor.type === "key") {
    if (!credentials.includes("key")) throw new ForbiddenError("This operation requires a user session.");
    return;
  }
  if (role === null) return;
  if (actor.role === null || !isAtLeast(actor.role, role)) {
    throw new ForbiddenError(`This operation requires the role ${role} or above.`);
  }
}

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least);
