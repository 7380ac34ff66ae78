import { join } from "node:path";
import { lookupRepository } from "@knockon/contract/operations/repository";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  const readme = { "README.md": "hello\n" };
  const hosted = makeOrganization(service.folder, "acme", { api: readme, web: readme });
  const mirrored = makeOrganization(
    join(service.folder, "mirror"),
    "acme",
    { api: readme },
    "git.acme.example:8443",
  );
  await acme.scan(await acme.connect("github", hosted));
  await acme.scan(await acme.connect("mirror", mirrored));
});

afterAll(() => service.close());

const cloneUrlOf = async (query: Record<string, string>) =>
  (await acme.call(lookupRepository, { query })).clone_url;

describe("GET /repositories/lookup by url", () => {
  it.each([
    "https://github.com/acme/api.git",
    "https://github.com/acme/api",
    "https://github.com/acme/api/",
    "https://github.com/acme/api.git/",
    "http://github.com/acme/api",
    "https://github.com:443/acme/api.git",
    "HTTPS://GitHub.com/Acme/API.git",
    "https://dev:secret@github.com/acme/api.git",
    "git@github.com:acme/api.git",
    "github.com:acme/api.git",
    "ssh://git@github.com/acme/api",
    "ssh://git@github.com:22/acme/api.git",
    "ssh://git@ssh.github.com:443/acme/api.git",
    "git+ssh://git@github.com/acme/api.git",
    "git://github.com/acme/api.git",
  ])("finds the repository in the form %s [IF-1.7 IF-6.2]", async (url) => {
    expect(await cloneUrlOf({ url })).toBe("https://github.com/acme/api.git");
  });

  it("matches the clone URL before the path: the same path on another host is another repository [IF-6.4]", async () => {
    const mirror = "https://git.acme.example:8443/acme/api.git";
    expect(await cloneUrlOf({ url: mirror })).toBe(mirror);
    expect(await cloneUrlOf({ url: "https://dev@git.acme.example:8443/ACME/api/" })).toBe(mirror);
  });

  it("falls back to the path for unknown hosts and ports [IF-6.5]", async () => {
    expect(await cloneUrlOf({ url: "git@backup.acme.example:Acme/Web.git" })).toBe(
      "https://github.com/acme/web.git",
    );
  });

  it.each([
    "https://github.com/acme/absent",
    "https://github.com/acme",
    "acme/web",
    "no url",
    "file:///etc/passwd",
  ])("returns 404 for %s [IF-9.4]", async (url) => {
    expect((await acme.fetch(lookupRepository, { query: { url } })).status).toBe(404);
  });
});

describe("GET /repositories/lookup by full_path", () => {
  it("ignores case [IF-1.7 IF-6.3]", async () => {
    expect(await cloneUrlOf({ full_path: "ACME/Web" })).toBe("https://github.com/acme/web.git");
  });

  it.each(["web", "acme", "acme/we", "acme/%", "acme/absent"])(
    "returns 404 for %s [IF-9.4]",
    async (full_path) => {
      expect((await acme.fetch(lookupRepository, { query: { full_path } })).status).toBe(404);
    },
  );
});

it.each([{ full_path: "acme/api" }, { url: "https://backup.acme.example/acme/api" }])(
  "%j matches two repositories: 409 with both as candidates [IF-9.5 D-5.28]",
  async (query) => {
    const response = await acme.fetch(lookupRepository, { query });
    const reference = { id: expect.any(String), name: "api", full_path: "acme/api" };
    expect([response.status, await response.json()]).toEqual([
      409,
      { detail: "More than one repository matches.", candidates: [reference, reference] },
    ]);
  },
);

describe("400", () => {
  it.each([
    "",
    "url=https://github.com/acme/api&full_path=acme/api",
    "url=",
    "full_path=",
    "clone_url=https://github.com/acme/api",
    "name=api",
    "repo=acme/api",
    "full_path=acme/web&limit=1",
    "full_path=acme/web&full_path=acme/api",
  ])("for the query %j [IF-6.1 IF-9.1]", async (query) => {
    const response = await service.request(`/api/v1/repositories/lookup?${query}`, {
      headers: { "X-API-Key": acme.key },
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { detail: "Provide exactly one of url and full_path, and no other parameter." },
    ]);
  });
});
