import { HostRefusedError, HostUnreachableError } from "@knockon/core/ports/git-host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  startFakeServer,
  type FakeResponse,
  type FakeRequest,
  type FakeServer,
} from "../../testing/git-hosts/fake-server.ts";
import { guardedHttp, type HttpRequest } from "./guarded-http.ts";
import { readText } from "./read-response.ts";

let first: FakeServer;
let other: FakeServer;
let seen: FakeRequest[];
let answer: (request: FakeRequest) => FakeResponse;

beforeEach(async () => {
  seen = [];
  const record = (request: FakeRequest): FakeResponse => {
    seen.push(request);
    return answer(request);
  };
  first = await startFakeServer(record);
  other = await startFakeServer(record);
});

afterEach(() => Promise.all([first.close(), other.close()]));

const hostOf = (server: FakeServer): string => new URL(server.origin).host;
const redirect = (location: string, status = 302): FakeResponse => ({
  status,
  headers: { Location: location },
});
const REQUEST = {
  headers: { Accept: "*/*" },
  credentials: { Authorization: "Bearer secret" },
  timeoutMs: 2000,
};

async function fetchText(url: string, allowed = [first, other], options: Partial<HttpRequest> = {}) {
  const response = await guardedHttp(allowed.map(hostOf))(new URL(url), { ...REQUEST, ...options });
  return { ...response, text: await readText("the host", response.body) };
}

const authorizations = (): (string | undefined)[] => seen.map(({ headers }) => headers.authorization);

describe("allowed hosts", () => {
  it.each([
    ["http://example.com/", "example.com requires https."],
    ["ftp://example.com/", "example.com is not an http or https URL."],
    ["file:///etc/passwd", " is not an http or https URL."],
    ["https://169.254.169.254/latest/meta-data/", "169.254.169.254 has no public address."],
    ["https://127.0.0.1:8443/", "127.0.0.1:8443 has no public address."],
    ["https://0x7f.1/", "127.0.0.1 has no public address."],
    ["https://2130706433/", "127.0.0.1 has no public address."],
    ["https://[::1]/", "[::1] has no public address."],
    ["https://[::ffff:10.0.0.1]/", "[::ffff:a00:1] has no public address."],
    ["https://localhost/", "localhost has no public address."],
  ])("rejects %s", async (url, message) => {
    await expect(fetchText(url)).rejects.toThrow(new HostRefusedError(message));
  });

  it("allows listed hosts on the listed port only", async () => {
    answer = () => ({ status: 200, body: "hello" });
    expect((await fetchText(first.origin)).text).toBe("hello");
    await expect(fetchText(other.origin, [first])).rejects.toThrow(HostRefusedError);
    expect(seen).toHaveLength(1);
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "https://169.254.169.254/",
    "https://localhost/",
    "file:///etc/passwd",
  ])("rejects a redirect from an allowed host to %s", async (location) => {
    answer = () => redirect(location);
    await expect(fetchText(first.origin)).rejects.toThrow(HostRefusedError);
  });

  it("reports an unreachable host without its address", async () => {
    await other.close();
    await expect(fetchText(other.origin)).rejects.toThrow(
      new HostUnreachableError(`${hostOf(other)} cannot be reached: ECONNREFUSED.`),
    );
    other = await startFakeServer(() => ({ status: 200 }));
  });
});

describe("a redirect", () => {
  it("keeps the credential within the origin", async () => {
    answer = ({ path }) => (path === "/" ? redirect("/next") : { status: 200, body: "there" });
    expect(await fetchText(first.origin)).toMatchObject({ text: "there", isElsewhere: false });
    expect(authorizations()).toEqual(["Bearer secret", "Bearer secret"]);
  });

  it("drops the credential at another origin, also on the way back", async () => {
    answer = ({ path }) =>
      path === "/"
        ? redirect(`${other.origin}/away`)
        : path === "/away"
          ? redirect(`${first.origin}/back`)
          : { status: 200 };
    await fetchText(first.origin);
    expect(authorizations()).toEqual(["Bearer secret", undefined, undefined]);
  });

  it("repeats a write at the same origin with status 307 or 308 only", async () => {
    const write = () => fetchText(first.origin, [first, other], { method: "PATCH", body: "text" });
    for (const status of [307, 308]) {
      seen = [];
      answer = ({ path }) => (path === "/" ? redirect("/next", status) : { status: 200, body: "there" });
      expect((await write()).text).toBe("there");
      expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
        ["PATCH", "/", "text"],
        ["PATCH", "/next", "text"],
      ]);
    }
    for (const [location, status] of [
      ["/next", 302],
      [`${other.origin}/away`, 307],
    ] as const) {
      seen = [];
      answer = () => redirect(location, status);
      expect((await write()).status).toBe(status);
      expect(seen).toHaveLength(1);
    }
  });

  it("is limited to five hops", async () => {
    answer = () => redirect("/again");
    await expect(fetchText(first.origin)).rejects.toThrow(HostUnreachableError);
    expect(seen).toHaveLength(6);
  });

  it("to an invalid URL fails", async () => {
    answer = () => redirect("http://");
    await expect(fetchText(first.origin)).rejects.toThrow(HostUnreachableError);
  });
});

describe("a response", () => {
  it("fails if the connection breaks", async () => {
    answer = () => ({ status: 200, body: "a long body", cutAfter: 4 });
    await expect(fetchText(first.origin)).rejects.toThrow(HostUnreachableError);
  });

  it("fails if it does not end in time", async () => {
    answer = () => ({ status: 200, body: "", headers: { "Content-Length": "10" } });
    await expect(fetchText(first.origin, [first], { timeoutMs: 200 })).rejects.toThrow(HostUnreachableError);
  });
});
