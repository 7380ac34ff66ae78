import type { Context } from "../context.ts";
import { ConflictError, ForbiddenError } from "../errors.ts";
import type { MembershipRow } from "./membership-row.ts";

/** Nobody but a transfer changes the Owner. Throws ConflictError to the Owner, ForbiddenError to everybody else. */
export function requireChangeable({ actor }: Context, { role }: MembershipRow): void {
  if (role !== "owner") return;
  if (actor.type === "user" && actor.role === "owner") {
    throw new ConflictError("A workspace needs its Owner. Transfer the ownership first.");
  }
  throw new ForbiddenError("Nobody but the Owner changes the Owner.");
}
