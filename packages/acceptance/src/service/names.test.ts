import type { OperationInput, ResponseOf } from "@knockon/contract/operation";
import { createConnectedOrg, updateConnectedOrg } from "@knockon/contract/operations/connected-org";
import { createApiKey, createWorkspace, updateWorkspace } from "@knockon/contract/operations/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../testing/organizations.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { RequestParts } from "../testing/test-workspace.ts";

let service: TestService;
let ada: TestPerson;
let params: { workspace_id: string; connected_org_id: string };
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  ada = await service.signUp("Ada");
  folder = makeOrganization(service.folder, "acme", { empty: {} });
  const { id } = await ada.call(createWorkspace, { body: { name: "Acme" } });
  const body = { name: "acme", platform: "local", url: folder };
  const headers = { "X-Workspace-Id": id };
  const org = await ada.call(createConnectedOrg, { body, headers });
  params = { workspace_id: id, connected_org_id: org.id };
});

afterAll(() => service.close());

/** The operations that set a name, with the rest of their bodies. */
const NAMED: [string, OperationInput, object][] = [
  ["createWorkspace", createWorkspace, {}],
  ["updateWorkspace", updateWorkspace, {}],
  ["createApiKey", createApiKey, {}],
  ["updateConnectedOrg", updateConnectedOrg, {}],
];

const send = (operation: OperationInput, body: unknown): Promise<Response> => {
  const parts: RequestParts = { params, body, headers: { "X-Workspace-Id": params.workspace_id } };
  return ada.fetch(operation, parts);
};

describe.each(NAMED)("the name of %s [D-10.17,28,29,30]", (_id, operation, rest) => {
  const name = async (given: unknown) => {
    const response = await send(operation, { ...rest, name: given });
    const body = (await response.json()) as { name?: string; detail?: { loc: string[] }[] };
    return response.status === 422 ? body.detail?.map(({ loc }) => loc.join(".")) : body.name;
  };

  it("is trimmed and normalized to NFC", async () => {
    expect(await name(" \u00a0\tCafe\u0301\n ")).toBe("Caf\u00e9");
  });

  it("has 1 to 100 code points after trimming and normalization", async () => {
    for (const longest of ["x".repeat(100), "\u{1f600}".repeat(100), "\u00e9".repeat(100)])
      expect(await name(`  ${longest.normalize("NFD")} `)).toBe(longest);
    for (const invalid of [
      "",
      "  \u00a0 ",
      "\u200b",
      "\u3164\u034f",
      "x".repeat(101),
      "\u{1f600}".repeat(101),
      null,
      7,
    ])
      expect(await name(invalid)).toEqual(["body.name"]);
  });

  it("has no control or bidirectional characters", async () => {
    const controls = ["\0", "\x07", "\n", "\x7f", "\x85"];
    const bidirectional = ["\u061c", "\u200e", "\u200f", "\u2028", "\u202a", "\u202e", "\u2066", "\u2069"];
    for (const character of [...controls, ...bidirectional])
      expect([character, await name(`a${character}b`)]).toEqual([character, ["body.name"]]);
  });
});

describe("the slug of a workspace", () => {
  const create = async (name: string): Promise<ResponseOf<typeof createWorkspace>> =>
    ada.call(createWorkspace, { body: { name } });
  const update = async (id: string, body: object) =>
    (await ada.call(updateWorkspace, { params: { workspace_id: id }, body })).slug;

  it("matches [a-z0-9-], has at most 63 characters, and gets a suffix if it is taken [D-10.31]", async () => {
    const slugs = [];
    for (const name of ["Ünï Còde & Söhne", "y".repeat(100), "y".repeat(100)])
      slugs.push((await create(name)).slug);
    expect(slugs).toEqual(["uni-code-sohne", "y".repeat(63), `${"y".repeat(54)}-2`]);
    const many = [];
    for (let made = 0; made < 11; made += 1) many.push((await create("Twin")).slug);
    expect(new Set(many).size).toBe(11);
    for (const slug of many) expect(slug).toMatch(/^[a-z0-9-]{1,63}$/u);
  });

  it("does not change if it is regenerated from the same name [D-10.31]", async () => {
    await create("Umbrella");
    const { id, slug } = await create("Umbrella");
    expect(slug).toBe("umbrella-2");
    expect(await update(id, { regenerate_slug: true })).toBe("umbrella-2");
    expect(await update(id, { name: "Hooli" })).toBe("umbrella-2");
    expect(await update(id, { regenerate_slug: true })).toBe("hooli");
  });
});
