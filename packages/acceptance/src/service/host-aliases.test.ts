import { join } from "node:path";
import { updateConnectedOrg } from "@knockon/contract/operations/connected-org";
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
  const api = { api: { "README.md": "hello\n" } };
  await acme.scan(await acme.connect("github", makeOrganization(service.folder, "acme", api)));
  const mirrored = makeOrganization(join(service.folder, "own"), "acme", api, "git.acme.example");
  const own = await acme.connect("own", mirrored);
  await acme.scan(own);
  const body = { host_aliases: ["Mirror.acme.example", "ssh.acme.example:8443"] };
  await acme.call(updateConnectedOrg, { params: { connected_org_id: own }, body });
});

afterAll(() => service.close());

describe("GET /repositories/lookup by a URL with a host alias", () => {
  it.each([
    "https://mirror.acme.example/acme/api",
    "git@MIRROR.acme.example:Acme/API.git",
    "https://ssh.acme.example:8443/acme/api.git",
  ])(
    "finds the org's repository, not the one with the same path on another host: %s [D-5.17]",
    async (url) => {
      const found = await acme.call(lookupRepository, { query: { url } });
      expect(found.clone_url).toBe("https://git.acme.example/acme/api.git");
    },
  );

  it.each(["https://ssh.acme.example/acme/api", "https://mirror.acme.example.evil.example/acme/api"])(
    "returns 409 if the host is not an alias: %s",
    async (url) => {
      expect((await acme.fetch(lookupRepository, { query: { url } })).status).toBe(409);
    },
  );
});
