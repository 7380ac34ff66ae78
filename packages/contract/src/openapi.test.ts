import { describe, expect, it } from "vitest";
import { Validator } from "@seriousme/openapi-schema-validator";
import * as z from "zod";
import { openApiDocument } from "./openapi.ts";
import { API_PREFIX, operation, type OperationInput } from "./operation.ts";
import { OPERATIONS } from "./operations/all.ts";
import { numberQuery } from "./resources/fields.ts";

const Widget = z.object({ id: z.uuid(), made_at: z.iso.datetime() }).meta({ id: "Widget" });

const listWidgets = operation({
  id: "listWidgets",
  method: "GET",
  path: "/widgets",
  summary: "List the widgets",
  description: "By name.",
  tag: "widgets",
  auth: { credentials: ["key", "session"], role: "viewer" },
  query: z.strictObject({ limit: numberQuery(z.int().max(500)).prefault(100), color: z.string() }),
  status: 200,
  response: z.array(Widget),
  errors: [],
  counted: true,
});

const replaceWidget = operation({
  id: "replaceWidget",
  method: "PUT",
  path: "/workspaces/{workspace_id}/widgets/{widget_id}",
  summary: "Replace a widget",
  description: "What is not given is lost.",
  tag: "widgets",
  auth: { credentials: ["session"], role: "owner" },
  params: z.object({ workspace_id: z.uuid(), widget_id: z.uuid() }),
  body: z.strictObject({ name: z.string(), shape: z.string().default("round") }),
  status: 200,
  response: Widget,
  errors: [409],
});

const operationAt = (operations: readonly OperationInput[], path: string, method: string) => {
  const found = openApiDocument(operations).paths[`${API_PREFIX}${path}`]?.[method];
  if (!found) throw new Error(`No ${method} ${path}`);
  return found;
};

const listing = () => operationAt([listWidgets], listWidgets.path, "get");
const replacement = () => operationAt([replaceWidget], replaceWidget.path, "put");

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === "$ref" && typeof child === "string" ? [child] : refsIn(child),
  );
}

const resolves = (document: unknown, ref: string): boolean => {
  let node = document;
  for (const key of ref.slice("#/".length).split("/"))
    node = (node as Record<string, unknown> | undefined)?.[key];
  return ref.startsWith("#/") && node !== undefined;
};

describe("the document of all operations", () => {
  const document = openApiDocument(OPERATIONS);

  it("is OpenAPI 3.1 of the published version [IF-11.2]", () => {
    expect(document.openapi).toMatch(/^3\.1\./u);
    expect(document.info).toMatchObject({ title: "Knockon", version: "1.12.3" });
  });

  it("contains every operation once, under the prefix [IF-11.1 D-3.1,3]", () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    );
    const declared = OPERATIONS.map(({ id, method, path }) => `${id} ${method} ${API_PREFIX}${path}`);
    expect(described.toSorted()).toEqual(declared.toSorted());
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  });

  it("has no broken references", () => {
    const refs = new Set(refsIn(document));
    expect(refs.size).toBeGreaterThan(5);
    expect([...refs].filter((ref) => !resolves(document, ref))).toEqual([]);
  });

  it("declares exactly the parameters in each path", () => {
    const wrong = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).filter(({ parameters }) => {
        const declared = parameters.flatMap((parameter) =>
          "in" in parameter && parameter.in === "path" ? [`{${parameter.name}}`] : [],
        );
        return declared.join() !== (path.match(/\{\w+\}/gu) ?? []).join();
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("is deterministic", () => {
    expect(JSON.stringify(openApiDocument(OPERATIONS))).toBe(JSON.stringify(document));
  });

  it("passes an independent OpenAPI validator", async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it("describes every operation, parameter and tag", () => {
    const described = Object.values(document.paths).flatMap((item) => Object.values(item));
    const wordless = described.flatMap(({ operationId, summary, description, parameters }) => [
      ...(summary === "" || description === "" ? [operationId] : []),
      ...parameters.flatMap((one) =>
        "name" in one && !one.description ? [`${operationId} ${one.name}`] : [],
      ),
    ]);
    expect(wordless).toEqual([]);
    const tags = new Set(described.flatMap((one) => one.tags));
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...tags].toSorted());
  });

  it("names the origin that serves it [IF-1.1]", () => {
    expect(document.servers).toMatchObject([{ url: "/" }]);
  });
});

describe("one operation", () => {
  it("lists the accepted credentials", () => {
    expect(listing().security).toEqual([{ ApiKeyHeader: [] }, { BearerKey: [] }, { SessionCookie: [] }]);
    expect(replacement().security).toEqual([{ SessionCookie: [] }]);
  });

  it("describes parameters in wire form, and those with defaults as optional", () => {
    const { parameters } = listing();
    expect(parameters).toMatchObject([
      {
        name: "limit",
        in: "query",
        required: false,
        schema: { type: "integer", maximum: 500, default: 100 },
      },
      { name: "color", in: "query", required: true, schema: { type: "string" } },
      { $ref: "#/components/parameters/XWorkspaceId" },
    ]);
    const { requestBody } = replacement();
    expect(requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { required: ["name"], additionalProperties: false } } },
    });
  });

  it("allows unknown fields in responses", () => {
    const { schemas } = openApiDocument([listWidgets]).components;
    expect(schemas["Widget"]).toEqual({
      type: "object",
      properties: {
        id: { type: "string", format: "uuid" },
        made_at: { type: "string", format: "date-time" },
      },
      required: ["id", "made_at"],
    });
  });

  it("lists common errors, declared errors and those that follow from auth", () => {
    expect(Object.keys(listing().responses)).toEqual(["200", "400", "401", "404", "422", "500"]);
    expect(Object.keys(replacement().responses)).toEqual([
      "200",
      "401",
      "403",
      "404",
      "409",
      "422",
      "429",
      "500",
    ]);
  });

  it("has no 429 if it is exempt or unauthenticated", () => {
    for (const auth of [
      { credentials: ["session"], role: "owner", rate: "exempt" },
      { credentials: "signature", role: null },
    ] as const) {
      const exempt = { ...replaceWidget, auth };
      const { responses } = operationAt([exempt], exempt.path, "put");
      expect(Object.keys(responses)).not.toContain("429");
      expect(Object.keys(responses["200"]?.headers ?? {})).toEqual(["X-Request-ID"]);
    }
  });

  it("lists its response headers", () => {
    const { responses } = listing();
    expect(Object.keys(responses["200"]?.headers ?? {})).toEqual(["X-Request-ID", "X-Total-Count"]);
    expect(Object.keys(responses["404"]?.headers ?? {})).toEqual(["X-Request-ID"]);
    const put = replacement();
    const rateHeaders = ["RateLimit-Policy", "RateLimit"];
    expect(Object.keys(put.responses["200"]?.headers ?? {})).toEqual(["X-Request-ID", ...rateHeaders]);
    expect(Object.keys(put.responses["401"]?.headers ?? {})).toEqual(["X-Request-ID", "WWW-Authenticate"]);
    const refusal = ["X-Request-ID", "Retry-After", ...rateHeaders];
    expect(Object.keys(put.responses["429"]?.headers ?? {})).toEqual(refusal);
  });
});

it("rejects two different schemas with the same ID", () => {
  const other = { ...listWidgets, response: z.object({ size: z.int() }).meta({ id: "Error" }) };
  expect(() => openApiDocument([other])).toThrow("Two schemas are named Error");
});
