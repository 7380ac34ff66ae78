import type { OperationInput } from "@knockon/contract/operation";
import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Context } from "@knockon/core/context";
import { BadRequestError, NotFoundError } from "@knockon/core/errors";
import { findWorkspaceOf, RESOURCE_PARAMETERS } from "@knockon/core/workspace/read-workspaces";
import type { HonoRequest } from "hono";
import { isAtLeast, type Caller, type Identity } from "./identity.ts";

/**
 * Returns the workspace of a request and the caller's role in it. Throws NotFoundError if the caller is not a member, or
 * BadRequestError if the user has several workspaces and the request does not identify one.
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
 * Finds the workspace in the path, then of the resource in the path, then in the header, then of a resource in the query.
 * Skips the lookup for users with a single workspace and a sufficient role: the handler itself then returns 404 for
 * resources of other workspaces.
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
    throw new BadRequestError("You do not belong to a workspace. Create one or accept an invitation.");
  }
  if (others.length > 0) {
    throw new BadRequestError("You belong to several workspaces. Specify one in the X-Workspace-Id header.");
  }
  return only;
}

/** UUIDs compare regardless of case. */
const canonical = (id: string): string => id.toLowerCase();
