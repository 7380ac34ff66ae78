import { SIGN_IN_PATH, type OperationInput, type ResponseOf } from "@knockon/contract/operation";
import { user } from "@knockon/db/schema/user.sql";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { ALLOWED_ORIGIN } from "./allowed-origin.ts";
import { type TestService } from "./test-service.ts";
import { ask, type RequestParts } from "./test-workspace.ts";

export const PASSWORD = "correct horse battery";

/** Somebody who is signed in, and the service as their browser sees it. */
export interface TestPerson {
  id: string;
  email: string;
  /** As the browser sends it. */
  cookie: string;
  fetch: (operation: OperationInput, parts?: RequestParts) => Promise<Response>;
  /** The answer of an operation that succeeds. */
  call: <T extends OperationInput>(operation: T, parts?: RequestParts) => Promise<ResponseOf<T>>;
}

export const postSignIn = (
  service: TestService,
  path: string,
  body: unknown,
  headers = {},
  from?: { address: string },
) =>
  service.request(
    `${SIGN_IN_PATH}${path}`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ALLOWED_ORIGIN, ...headers },
      body: JSON.stringify(body),
    },
    from,
  );

/** The session in a response, as the browser sends it back. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .find((cookie) => cookie.startsWith("service_access=")) ?? "";

export async function signUp(service: TestService, name: string, confirms: boolean): Promise<TestPerson> {
  const email = `${name.toLowerCase()}@acme.example`;
  const response = await postSignIn(service, "/sign-up/email", { name, email, password: PASSWORD });
  expect(response.status).toBe(200);
  const cookie = cookieOf(await openLink(service, email));
  const { database } = service.shared;
  if (!confirms) await database.update(user).set({ emailVerified: false }).where(eq(user.email, email));
  const [row] = await database.select({ id: user.id }).from(user).where(eq(user.email, email));
  const self: TestPerson = {
    id: row?.id ?? "",
    email,
    cookie,
    fetch: (operation, parts) =>
      ask(service, operation, {
        ...parts,
        headers: { Cookie: cookie, Origin: ALLOWED_ORIGIN, ...parts?.headers },
      }),
    async call(operation, parts) {
      const answered = await self.fetch(operation, parts);
      const answer: unknown = answered.status === 204 ? {} : await answered.json();
      expect([operation.id, answered.status, answer]).toEqual([operation.id, operation.status, answer]);
      return answer as never;
    },
  };
  return self;
}

/** Follows the link of the last mail to an address. */
async function openLink(service: TestService, email: string): Promise<Response> {
  const link = new URL(lastLink(service, email));
  const response = await service.request(link.pathname + link.search);
  expect(response.status).toBeLessThan(400);
  return response;
}

/** What stands at the end of the link of the last mail to an address. */
export const lastToken = (service: TestService, email: string): string =>
  lastLink(service, email).split("/").at(-1) ?? "";

export const lastLink = (service: TestService, email: string): string =>
  service.mails
    .findLast((mail) => mail.to === email)
    ?.text.split("\n")
    .find((line) => line.startsWith("http")) ?? "";
