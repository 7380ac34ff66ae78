import type { UserContext } from "../context.ts";
import { ForbiddenError } from "../errors.ts";

/** Who is signed in. Throws ForbiddenError where nobody is. */
export function userIdOf({ actor }: Pick<UserContext, "actor">): string {
  if (actor.type !== "user") throw new ForbiddenError("This operation requires a user session.");
  return actor.id;
}
