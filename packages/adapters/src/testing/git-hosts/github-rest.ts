import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { json, type FakeResponse, type FakeRequest } from "./fake-server.ts";
import type { HostedAuthor } from "./hosted-changes.ts";

const REST = JSON.parse(readFileSync(new URL("github-rest-schemas.json", import.meta.url), "utf8")) as Record<
  string,
  object
>;
const ajv = new Ajv({ strict: false, validateFormats: false });

export const bearerOf = ({ headers }: FakeRequest): string =>
  headers.authorization?.slice("Bearer ".length) ?? "";

/** Creates a REST response and validates it against the published schema. */
export function restResponse(
  name: string,
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): FakeResponse {
  check(name, body);
  return json(status, body, headers);
}

/** Creates a response with a list, and validates its items. */
export function listResponse(
  name: string,
  items: readonly unknown[],
  headers: Record<string, string>,
): FakeResponse {
  for (const item of items) check(name, item);
  return json(200, items, headers);
}

function check(name: string, body: unknown): void {
  const isValid = ajv.compile(REST[name] ?? false);
  if (!isValid(body)) throw new Error(`${name}: ${ajv.errorsText(isValid.errors)}`);
}

export const notFound = (): FakeResponse => json(404, { message: "Not Found" });

export const invalid = (message: string): FakeResponse => json(422, { message });

/** A page with the total count of repositories. */
export const countResponse = (total_count: number): FakeResponse =>
  restResponse("repositories", 200, { total_count, repositories: total_count > 0 ? [{}] : [] });

export const userObject = ({ id, login, appId }: HostedAuthor) => ({
  id,
  login,
  type: appId === null ? "User" : "Bot",
});

export const appObject = (id: string) => ({
  id: Number(id),
  client_id: `Iv1.${id}`,
  slug: "knockon",
  name: "Knockon",
});
