import { setImmediate as nextTurn } from "node:timers/promises";
import { operation } from "@knockon/contract/operation";
import * as z from "zod";
import { describe, expect, it } from "vitest";
import { route, type Streamed } from "./route.ts";
import { AS_KEY, createTestApp } from "./testing/test-app.ts";

const exportWidgets = operation({
  id: "exportWidgets",
  method: "GET",
  path: "/widgets/export",
  summary: "Get everything of the widgets",
  description: "As its summary says.",
  tag: "widgets",
  auth: { credentials: ["key"], role: "viewer" },
  status: 200,
  response: z.object({
    format_version: z.int(),
    made_at: z.iso.datetime(),
    old_widgets: z.array(z.object({ widget_id: z.int() })),
    parts: z.array(z.object({})),
  }),
  errors: [],
  streamed: true,
});

type Widget = { widgetId: number };

/** Serves pages of widgets. */
function serve(pages: () => AsyncIterable<Widget[]>, validateResponses = true) {
  let ended: Promise<void> | undefined;
  const read: Streamed<never>["read"] = (consume) =>
    (ended = consume({
      parts: (async function* () {})(),
      oldWidgets: pages(),
      madeAt: new Date(0),
      formatVersion: 1,
    } as never));
  const app = createTestApp({
    routes: [route(exportWidgets, async () => ({ filename: "widgets.json", read }))],
    validateResponses,
  });
  return { ...app, ended: () => ended };
}

const path = "/api/v1/widgets/export";
const LARGE = "x".repeat(100_000);

/** Creates an endless stream of pages and a counter of the pages read. */
function endless() {
  const asked = { pages: 0 };
  const pages = async function* () {
    for (;;) yield [{ widgetId: (asked.pages += 1), note: LARGE }];
  };
  return { asked, pages };
}

describe("a streamed response", () => {
  it("reads nothing for HEAD", async () => {
    const { asked, pages } = endless();
    const { app, ended } = serve(pages, false);
    const response = await app.request(path, { method: "HEAD", headers: AS_KEY });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="widgets.json"');
    expect([ended(), asked.pages]).toEqual([undefined, 0]);
  });

  it("is a file of the declared sections, in order [D-10.51]", async () => {
    const { get } = serve(async function* () {
      yield [{ widgetId: 1, secretHash: "x" } as Widget, { widgetId: 2 }];
      yield [];
      yield [{ widgetId: 3 }];
    });
    const response = await get(path, { ...AS_KEY, "X-Request-ID": "r-1" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="widgets.json"',
      "x-request-id": "r-1",
    });
    expect(await response.text()).toBe(
      '{"format_version":1,"made_at":"1970-01-01T00:00:00.000Z","old_widgets":[{"widget_id":1},{"widget_id":2},{"widget_id":3}],"parts":[]}',
    );
  });

  it("is read with backpressure, and until the client stops", async () => {
    const { asked, pages } = endless();
    const { get, ended } = serve(pages, false);
    const reader = (await get(path)).body?.getReader();
    for (let chunk = 0; chunk < 20; chunk += 1) await reader?.read();
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(asked.pages).toBeGreaterThan(5);
    expect(asked.pages).toBeLessThan(25);
    await reader?.cancel();
    await expect(ended()).rejects.toBe(undefined);
  });

  it("is aborted and logged on an error", async () => {
    const { get, errors } = serve(async function* () {
      yield [{ widgetId: 1 }];
      throw new Error("The database is gone.");
    }, false);
    const response = await get(path, { ...AS_KEY, "X-Request-ID": "r-2" });
    await expect(response.text()).rejects.toThrow("The database is gone.");
    expect(errors).toMatchObject([
      { message: "response aborted", fields: { requestId: "r-2", operation: "exportWidgets" } },
    ]);
  });
});
