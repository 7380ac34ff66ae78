import { lookupRepository } from "@knockon/contract/operations/repository";
import { NotFoundError } from "@knockon/core/errors";
import { describe, expect, it } from "vitest";
import { route } from "./route.ts";
import { AS_KEY, createTestApp } from "./testing/test-app.ts";
import { createWidget, getWidget, listWidgets, WIDGET } from "./testing/widget.ts";

let received: unknown;

const { get, send } = createTestApp({
  routes: [
    route(listWidgets, async (_ctx, input) => {
      received = input;
      return { total: 0, body: [] };
    }),
    route(createWidget, async (_ctx, input) => {
      received = input;
      return WIDGET;
    }),
    route(getWidget, async () => WIDGET),
    route(lookupRepository, async () => {
      throw new NotFoundError();
    }),
  ],
});

async function faultsOf(response: Response) {
  expect(response.status).toBe(422);
  return ((await response.json()) as { detail: { loc: unknown[]; type: string }[] }).detail;
}

const faultsOfGet = async (path: string, headers: Record<string, string> = AS_KEY) =>
  faultsOf(await get(`/api/v1${path}`, headers));
const faultsOfPost = async (body: unknown, headers?: Record<string, string>) =>
  faultsOf(await send("POST", "/api/v1/widgets", body, headers));

describe("a valid request", () => {
  it("reaches the handler in camelCase, with defaults", async () => {
    await get("/api/v1/widgets?name_like=round");
    expect(received).toEqual({ query: { limit: 100, nameLike: "round" } });
    await send("POST", "/api/v1/widgets", { name: "w", access_token: "t" });
    expect(received).toEqual({ body: { name: "w", accessToken: "t", partNames: [] } });
  });

  it("accepts any case and a charset in the media type", async () => {
    const headers = { ...AS_KEY, "Content-Type": "Application/JSON; charset=utf-8" };
    expect((await send("POST", "/api/v1/widgets", { name: "w" }, headers)).status).toBe(201);
  });
});

describe("an invalid query", () => {
  it("returns 422 with location, rule and input", async () => {
    expect(await faultsOfGet("/widgets?limit=501&color=green")).toEqual([
      {
        loc: ["query", "limit"],
        msg: "Too big: expected number to be <=500",
        type: "too_big",
        ctx: { maximum: 500 },
        input: "501",
      },
      {
        loc: ["query", "color"],
        msg: 'Invalid option: expected one of "red"|"blue"',
        type: "invalid_value",
        ctx: { values: ["red", "blue"] },
        input: "green",
      },
    ]);
  });

  it("reports each unknown key", async () => {
    expect(await faultsOfGet("/widgets?size=1&weight=2")).toEqual([
      { loc: ["query", "size"], msg: "Unrecognized key.", type: "unrecognized_keys" },
      { loc: ["query", "weight"], msg: "Unrecognized key.", type: "unrecognized_keys" },
    ]);
  });

  it("rejects repeated parameters", async () => {
    expect(await faultsOfGet("/widgets?color=red&color=blue")).toMatchObject([{ loc: ["query", "color"] }]);
  });

  it("echoes at most 200 characters", async () => {
    const [fault] = await faultsOfGet(`/widgets?name_like=${"x".repeat(301)}`);
    expect(fault).toMatchObject({ input: "x".repeat(200) });
    const [unknown] = await faultsOfGet(`/widgets?${"y".repeat(301)}=1`);
    expect(unknown).toMatchObject({ loc: ["query", "y".repeat(200)] });
  });

  it.each(["svc_live_abc", "https://token@git.acme.example/api"])(
    "never echoes the secret in %s",
    async (text) => {
      const [value, key] = [`color=${encodeURIComponent(text)}`, `${encodeURIComponent(text)}=1`];
      expect(JSON.stringify(await faultsOfGet(`/widgets?${value}&${key}`))).not.toMatch(
        /svc_live_abc|token@/u,
      );
    },
  );

  it("rejects U+0000", async () => {
    expect(await faultsOfGet("/widgets?name_like=a%00b")).toMatchObject([{ loc: ["query", "name_like"] }]);
  });

  it("returns 400 if the operation declares invalidQuery", async () => {
    const detail = "Provide exactly one of url and full_path, and no other parameter.";
    for (const query of [
      "",
      "?url=a&full_path=b",
      "?url=",
      "?clone_url=a",
      "?url=a&repo=b",
      "?url=a&url=b",
    ]) {
      const response = await get(`/api/v1/repositories/lookup${query}`);
      expect([query, response.status, await response.json()]).toEqual([query, 400, { detail }]);
    }
    expect((await get("/api/v1/repositories/lookup?full_path=acme/api")).status).toBe(404);
  });
});

describe("an invalid path parameter", () => {
  it("returns 422, not 404", async () => {
    expect(await faultsOfGet("/widgets/seven")).toMatchObject([
      { loc: ["path", "widget_id"], type: "invalid_format", ctx: { format: "uuid" }, input: "seven" },
    ]);
    expect(await faultsOfGet("/widgets/%E0%A4%A")).toMatchObject([{ loc: ["path", "widget_id"] }]);
  });
});

describe("an invalid body", () => {
  it("returns 422 with every issue and without values", async () => {
    const body = { name: "far too long a name", access_token: "ghp_secret", part_names: ["a", 7], extra: 1 };
    const faults = await faultsOfPost(body);
    expect(faults.map(({ loc, type }) => [loc.join("."), type])).toEqual([
      ["body.name", "too_big"],
      ["body.access_token", "too_big"],
      ["body.part_names.1", "invalid_type"],
      ["body.extra", "unrecognized_keys"],
    ]);
    expect(JSON.stringify(faults)).not.toMatch(/far too|ghp_/u);
  });

  it("reports missing fields, also without a body", async () => {
    const missing = [{ loc: ["body", "name"], msg: "Required.", type: "missing" }];
    expect(await faultsOfPost({})).toEqual(missing);
    expect(await faultsOfPost(undefined, AS_KEY)).toEqual(missing);
  });

  it.each(["{", "nonsense", '{"name": "w"} x'])("returns 422 if it is not JSON: %s", async (text) => {
    expect(await faultsOfPost(text)).toEqual([
      { loc: ["body"], msg: "The body is not valid JSON.", type: "json_invalid" },
    ]);
  });

  it("returns 422 for U+0000 and lone surrogates", async () => {
    for (const name of ["a\0", "\ud800", "\udc00a"]) {
      expect(await faultsOfPost({ name })).toMatchObject([{ loc: ["body", "name"], type: "invalid_format" }]);
    }
    expect((await send("POST", "/api/v1/widgets", { name: "🦉" })).status).toBe(201);
  });

  it.each(["[]", "null", "7"])("returns 422 if it is not an object: %s", async (text) => {
    expect(await faultsOfPost(text)).toMatchObject([{ loc: ["body"], type: "invalid_type" }]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", undefined])(
    "returns 422 for the content type %s",
    async (type) => {
      const headers = { ...AS_KEY, ...(type !== undefined && { "Content-Type": type }) };
      expect(await faultsOfPost('{"name":"w"}', headers)).toMatchObject([
        { loc: ["header", "Content-Type"] },
      ]);
    },
  );

  it("returns 422 above 1 MiB, with or without Content-Length", async () => {
    const body = JSON.stringify({ name: "w".repeat(1024 * 1024) });
    const expected = [{ loc: ["body"], msg: "The body exceeds 1 MiB.", type: "too_big" }];
    const headers = { ...AS_KEY, "Content-Type": "application/json" };
    expect(await faultsOfPost(body, headers)).toEqual(expected);
    expect(await faultsOfPost(body, { ...headers, "Content-Length": String(body.length) })).toEqual(expected);
  });

  it("reports at most 50 issues", async () => {
    expect(await faultsOfPost({ name: "w", part_names: Array.from({ length: 1000 }, () => 7) })).toHaveLength(
      50,
    );
  });
});

it("reports issues of the header together with a body that is not JSON", async () => {
  const headers = { ...AS_KEY, "Content-Type": "application/json", "X-Workspace-Id": "acme" };
  expect(await faultsOfPost("{", headers)).toMatchObject([
    { loc: ["header", "X-Workspace-Id"], type: "invalid_format" },
    { loc: ["body"], type: "json_invalid" },
  ]);
  expect(await faultsOfPost("name=w", { ...headers, "Content-Type": "text/plain" })).toMatchObject([
    { loc: ["header", "X-Workspace-Id"], type: "invalid_format" },
    { loc: ["header", "Content-Type"], type: "content_type" },
  ]);
});

it("reports issues of the header and the path together", async () => {
  expect(await faultsOfGet("/widgets/seven", { ...AS_KEY, "X-Workspace-Id": "acme" })).toMatchObject([
    { loc: ["header", "X-Workspace-Id"], type: "invalid_format" },
    { loc: ["path", "widget_id"] },
  ]);
});
