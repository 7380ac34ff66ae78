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

/** An answer of REST, which is refused here unless it is of the published form. */
export function restAnswer(name: string, status: number, body: unknown): FakeResponse {
  const isValid = ajv.compile(REST[name] ?? false);
  if (!isValid(body)) throw new Error(`${name}: ${ajv.errorsText(isValid.errors)}`);
  return json(status, body);
}

/** So many repositories, of which a page has the first. */
export const countAnswer = (total_count: number): FakeResponse =>
  restAnswer("repositories", 200, { total_count, repositories: total_count > 0 ? [{}] : [] });
