import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { json, type FakeResponse, type FakeRequest } from "./fake-server.ts";

const REST = JSON.parse(readFileSync(new URL("github-rest-schemas.json", import.meta.url), "utf8")) as Record<
  string,
  object
>;
const ajv = new Ajv({ strict: false, validateFormats: false });

export const bearerOf = ({ headers }: FakeRequest): string =>
  headers.authorization?.slice("Bearer ".length) ?? "";

/** Creates a REST response and validates it against the published schema. */
export function restResponse(name: string, status: number, body: unknown): FakeResponse {
  const isValid = ajv.compile(REST[name] ?? false);
  if (!isValid(body)) throw new Error(`${name}: ${ajv.errorsText(isValid.errors)}`);
  return json(status, body);
}

/** A page with the total count of repositories. */
export const countResponse = (total_count: number): FakeResponse =>
  restResponse("repositories", 200, { total_count, repositories: total_count > 0 ? [{}] : [] });
