import { SIGN_IN_PATH, type OperationInput, type ResponseOf } from "@knockon/contract/operation";
import { user } from "@knockon/db/schema/user.sql";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { type TestService } from "./test-service.ts";
import { ALLOWED_ORIGIN, sendRequest, type RequestParts } from "./test-workspace.ts";

export const PASSWORD = "correct horse battery";

/** A user with a session, and a client that sends its cookie. */
export interface TestPerson {
  id: string;
  email: string;
  /** The value of the Cookie header. */
  cookie: string;
  fetch: (operation: OperationInput, parts?: RequestParts) => Promise<Response>;
  /** Returns the body of a successful response. */
  call: <T extends OperationInput>(operation: T, parts?: RequestParts) => Promise<ResponseOf<T>>;
}

export const postSignIn = (
  service: TestService,
  path: string,
  body: unknown,
  headers = {},
  client?: { address: string },
) =>
  service.request(
    `${SIGN_IN_PATH}${path}`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ALLOWED_ORIGIN, ...headers },
      body: JSON.stringify(body),
    },
    client,
  );

/** Returns the session cookie of a response as the value of a Cookie header. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .find((cookie) => cookie.startsWith("service_access=")) ?? "";

export async function signUp(service: TestService, name: string, confirms: boolean): Promise<TestPerson> {
  const email = `${name.toLowerCase()}@acme.example`;
  const response = await postSignIn(service, "/sign-up/email", { name, email, password: PASSWORD });
  expect(response.status).toBe(200);
  const cookie = cookieOf(await openLink(service, email, browserCookieOf(response)));
  const { database } = service.shared;
  if (!confirms) await database.update(user).set({ emailVerified: false }).where(eq(user.email, email));
  const [row] = await database.select({ id: user.id }).from(user).where(eq(user.email, email));
  const self: TestPerson = {
    id: row?.id ?? "",
    email,
    cookie,
    fetch: (operation, parts) =>
      sendRequest(service, operation, {
        ...parts,
        headers: { Cookie: cookie, Origin: ALLOWED_ORIGIN, ...parts?.headers },
      }),
    async call(operation, parts) {
      const sent = await self.fetch(operation, parts);
      const body: unknown = sent.status === 204 ? {} : await sent.json();
      expect([operation.id, sent.status, body]).toEqual([operation.id, operation.status, body]);
      return body as never;
    },
  };
  return self;
}

/** Returns the cookie that a sign-up sets, as the value of a Cookie header. */
export const browserCookieOf = (response: Response): string =>
  response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";

/** Opens the link in the last email to an address, in the browser with this cookie. */
export async function openLink(service: TestService, email: string, Cookie: string): Promise<Response> {
  const link = new URL(lastLink(service, email));
  const response = await service.request(link.pathname + link.search, { headers: { Cookie } });
  expect(response.status).toBeLessThan(400);
  return response;
}

/** Returns the last path segment of the link in the last email to an address. */
export const lastToken = (service: TestService, email: string): string =>
  lastLink(service, email).split("/").at(-1) ?? "";

/** Returns the link in the last email to an address. */
export const lastLink = (service: TestService, email: string): string =>
  service.mails
    .findLast((mail) => mail.to === email)
    ?.text.split("\n")
    .find((line) => line.startsWith("http")) ?? "";
