import { API_PREFIX } from "@knockon/contract/operation";
import { listWorkspaces } from "@knockon/contract/operations/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOWED_ORIGIN } from "../testing/test-workspace.ts";
import { PASSWORD, postSignIn, type TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let ada: TestPerson;

beforeAll(async () => {
  service = await startTestService({ log: { info() {}, error() {} } });
  ada = await service.signUp("Ada");
});

afterAll(() => service.close());

const FOREIGN = ["https://evil.example", `${ALLOWED_ORIGIN}.evil.example`, "null", ""];

/** Bodies that a browser sends with and without a preflight request. */
const BODIES: [type: string | undefined, body: string | undefined][] = [
  [undefined, undefined],
  ["text/plain", '{"name":"Stolen"}'],
  ["application/x-www-form-urlencoded", "name=Stolen"],
  ["multipart/form-data; boundary=x", "--x--"],
  ["application/json", '{"name":"Stolen"}'],
];

describe("a mutation with a session", () => {
  it.each(BODIES)("must come from an allowed origin if sent as %s [D-10.44]", async (type, body) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const path = { POST: "/workspaces", DELETE: `/workspaces/${ada.id}` }[method];
      const target = path ?? `/workspaces/${ada.id}${method === "PATCH" ? `/members/${ada.id}` : ""}`;
      for (const Origin of FOREIGN) {
        const headers = { Cookie: ada.cookie, Origin, ...(type && { "Content-Type": type }) };
        const init = { method, headers, ...(body !== undefined && { body }) };
        const { status } = await service.request(`${API_PREFIX}${target}`, init);
        expect([method, Origin, status]).toEqual([method, Origin, 403]);
      }
    }
    expect(await ada.call(listWorkspaces)).toEqual([]);
  });

  it("may come from the service's own origin", async () => {
    const { origin } = new URL((await service.request("/healthz")).url);
    const headers = { Cookie: ada.cookie, Origin: origin, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: "{" };
    expect((await service.request(`${API_PREFIX}/workspaces`, init)).status).toBe(422);
  });

  it("needs no origin if a key authenticates it, with or without a body [D-10.44]", async () => {
    const { key } = await service.openWorkspace("Keyed");
    for (const body of [undefined, "{}"]) {
      const headers = { "X-API-Key": key, Cookie: ada.cookie, Origin: "https://evil.example" };
      const path = `${API_PREFIX}/connected-orgs/${ada.id}/scans`;
      const init = { method: "POST", headers, ...(body !== undefined && { body }) };
      expect((await service.request(path, init)).status).toBe(body === undefined ? 404 : 422);
    }
  });
});

describe("signing in and out", () => {
  it("must come from an allowed origin [D-10.44]", async () => {
    const credentials = { email: ada.email, password: PASSWORD };
    for (const Origin of FOREIGN) {
      const headers = { Origin, Cookie: ada.cookie };
      expect((await postSignIn(service, "/sign-out", {}, headers)).status).toBe(403);
      expect((await postSignIn(service, "/sign-in/email", credentials, headers)).status).toBe(403);
    }
    const headers = { Origin: "https://evil.example" };
    expect((await postSignIn(service, "/sign-in/email", credentials, headers)).status).toBe(403);
    expect((await ada.fetch(listWorkspaces)).status).toBe(200);
  });
});

it("the cookie is service_access, and Secure unless the service is on loopback [D-10.43]", async () => {
  const secure = await startTestService({ baseUrl: "https://knockon.acme.example" });
  const { email } = await secure.signUp("Ada");
  const response = await postSignIn(secure, "/sign-in/email", { email, password: PASSWORD });
  const cookies = response.headers.getSetCookie();
  await secure.close();
  const cookie = cookies.find((one) => one.startsWith("service_access="));
  // The other one recognizes the browser, so that attempts of others do not lock it out.
  expect(new Set(cookies.map((one) => one.split("=")[0]))).toEqual(
    new Set(["service_access", "service_device"]),
  );
  for (const one of cookies) expect(one).toMatch(/; HttpOnly/u);
  expect(cookie?.split("; ").toSorted()).toEqual([
    "HttpOnly",
    "Max-Age=2592000",
    "Path=/",
    "SameSite=Lax",
    "Secure",
    expect.stringMatching(/^service_access=/u),
  ]);
});
