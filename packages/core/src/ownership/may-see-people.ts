import type { Context } from "../context.ts";

/** What rests on whom is shown where the deployment opted into it, and to those who administer the workspace: it ranks people. */
export const maySeePeople = ({ settings, actor }: Context): boolean =>
  settings.ownership === "people" &&
  (actor.type !== "user" || actor.role === "owner" || actor.role === "admin");
