import type { OperationInput } from "@knockon/contract/operation";
import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Context } from "@knockon/core/context";
import { BadRequestError, NotFoundError } from "@knockon/core/errors";
import { findWorkspaceOf, RESOURCE_PARAMETERS } from "@knockon/core/session/find-workspace-of";
import type { HonoRequest } from "hono";
import { isAtLeast } from "./authorize.ts";
import type { Caller, Identity } from "./identity.ts";

/**
 * The workspace that a request is about, and the caller's role there. Another workspace than the caller's does not exist
 * for the caller. Throws NotFoundError, or BadRequestError where a person has several and the request names none.
 */
export async function chooseWorkspace(
  caller: Caller,
  { auth }: OperationInput,
  request: HonoRequest,
  database: Context["database"],
): Promise<Identity> {
  if (caller.type === "key") return ofKey(caller, request);
  const { id, roles } = caller;
  if (auth.role === null) return { actor: { type: "user", id, role: null }, workspaceId: null };
  const workspaceId = (await findNamedWorkspace(request, roles, auth.role, database)) ?? onlyOne(roles);
  const role = roles.get(workspaceId);
  if (!role) throw new NotFoundError();
  return { actor: { type: "user", id, role }, workspaceId };
}

function ofKey(
  { id, prefix, workspaceId }: Extract<Caller, { type: "key" }>,
  request: HonoRequest,
): Identity {
  const named = [request.header("X-Workspace-Id"), request.param("workspace_id")];
  if (named.some((other) => other !== undefined && canonical(other) !== workspaceId))
    throw new NotFoundError();
  return { actor: { type: "key", id, prefix }, workspaceId };
}

/**
 * A workspace in the path, else that of the resource in the path, else the header's, else that of a resource in the query.
 * Whoever belongs to one workspace only, and may do this there, needs no look-up: within it, what is another's is not there.
 */
async function findNamedWorkspace(
  request: HonoRequest,
  roles: ReadonlyMap<string, Role>,
  least: Role,
  database: Context["database"],
): Promise<string | undefined> {
  const inPath = request.param("workspace_id");
  if (inPath !== undefined) return canonical(inPath);
  const ofResource = async (read: (name: string) => string | undefined): Promise<string | undefined> => {
    const parameter = RESOURCE_PARAMETERS.find((name) => read(name) !== undefined);
    if (parameter === undefined) return undefined;
    const [only, ...others] = roles;
    if (only && others.length === 0 && isAtLeast(only[1], least)) return only[0];
    const found = await findWorkspaceOf(database, parameter, read(parameter) ?? "");
    if (found === undefined) throw new NotFoundError();
    return found;
  };
  const header = request.header("X-Workspace-Id");
  return (
    (await ofResource((name) => request.param(name))) ??
    (header && canonical(header)) ??
    ofResource((name) => request.query(name))
  );
}

function onlyOne(roles: ReadonlyMap<string, Role>): string {
  const [only, ...others] = roles.keys();
  if (only === undefined) {
    throw new BadRequestError("You belong to no workspace yet. Create one, or accept an invitation.");
  }
  if (others.length > 0) {
    throw new BadRequestError("You belong to several workspaces. Name one in the header X-Workspace-Id.");
  }
  return only;
}

/** UUIDs compare regardless of case. */
const canonical = (id: string): string => id.toLowerCase();
