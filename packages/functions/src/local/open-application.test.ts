import { writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openApplication } from "./open-application.ts";

const PAGE = "<!doctype html><title>Knockon</title>";
const SCRIPT = "export const x = 1;";

async function built() {
  const folder = await temporaryFolder({ "index.html": PAGE, "assets/index-1a2b.js": SCRIPT });
  const app = await openApplication(folder);
  if (!app) throw new Error("It is built.");
  return app;
}

describe("openApplication", () => {
  it.each(["/", "/login", "/w/acme", "/w/acme/repositories/1?tab=artifacts", "/invitations/a"])(
    "%s is the page, asked for again each time, under a policy that lets nothing else in",
    async (path) => {
      const response = await (await built()).request(path);
      expect([response.status, await response.text(), response.headers.get("Cache-Control")]).toEqual([
        200,
        PAGE,
        "no-cache",
      ]);
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).not.toMatch(/unsafe|https?:/u);
    },
  );

  it.each([
    "/repositories",
    "/api/v1/repositories",
    "/artifacts/1/versions",
    "/impact",
    "/workspaces",
    "/nowhere",
  ])("%s is not the application's [D-3.4]", async (path) => {
    expect((await (await built()).request(path)).status).toBe(404);
  });

  it("lets browsers cache files with a hash in their name forever", async () => {
    const response = await (await built()).request("/assets/index-1a2b.js");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });

  it("returns 304 without a body for an unchanged page", async () => {
    const app = await built();
    const etag = (await app.request("/")).headers.get("ETag") ?? "";
    const again = await app.request("/login", { headers: { "If-None-Match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("serves the build's compressed file if the client accepts it", async () => {
    const folder = await temporaryFolder({ "index.html": PAGE });
    await writeFile(`${folder}/index.html.gz`, gzipSync(PAGE));
    const app = await openApplication(folder);
    const packed = await app?.request("/", { headers: { "Accept-Encoding": "deflate, gzip;q=0.8" } });
    expect(packed?.headers.get("Content-Encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from((await packed?.arrayBuffer()) ?? new ArrayBuffer())).toString()).toBe(PAGE);
    const plain = await app?.request("/");
    expect([plain?.headers.get("Content-Encoding"), await plain?.text()]).toEqual([null, PAGE]);
  });

  it("is undefined without a build", async () => {
    expect(await openApplication("/nowhere")).toBe(undefined);
  });
});
