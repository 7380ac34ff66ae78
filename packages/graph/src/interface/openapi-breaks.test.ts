import { isMention } from "@knockon/contract/vocabulary/role";
import { ECOSYSTEMS } from "@knockon/extract/registry";
import { extractFiles } from "@knockon/extract/repository-extraction";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { diffInterfaces } from "./diff-interfaces.ts";
import { findBreaks } from "./find-breaks.ts";
import { usedScope } from "./used-scope.ts";

const API = { fullPath: "acme/api", cloneUrl: "https://github.com/acme/api.git", withSourceInterfaces: true };
const URL = "https://raw.githubusercontent.com/acme/api/main/openapi.yaml";
const DOCUMENT = `openapi: 3.1.0
paths:
  /pets: { get: {}, post: {} }
  /owners: { get: {} }
components:
  schemas:
    Pet: { type: object }
    Owner: { type: object }
    Unused: { type: object }
`;
const REFERENCES = `openapi: 3.1.0
components:
  schemas:
    Mine:
      $ref: "${URL}#/components/schemas/Pet"
    # $ref: "${URL}#/components/schemas/Unused"
    Yours:
      $ref: "${URL}#/components/schemas/Owner"
`;

const interfacesOf = (text: string | undefined) =>
  (text === undefined ? undefined : extractFiles({ "openapi.yaml": text }, ECOSYSTEMS, API).interfaces) ?? [];

/** Returns the findings for a consumer with these files. */
function check(after: string | undefined, files: Record<string, string>, previous = DOCUMENT) {
  const before = interfacesOf(previous);
  const { declarations } = extractFiles(files, ECOSYSTEMS);
  const uses = declarations
    .filter(({ role }) => !isMention(role))
    .map((one) => ({
      ...one,
      scope: usedScope({ ...one, scope: one.targetScope }, before) ?? "",
      file: one.sourceFile,
      line: one.sourceLine,
    }));
  const { breaks, undecided } = findBreaks(diffInterfaces(before, interfacesOf(after)), uses);
  return {
    breaks: breaks.map(({ at, change, name, effect }) => `${at.file}:${at.line} ${change} ${name} ${effect}`),
    undecided: undecided.map(({ at, name, reason }) => `${at.file}:${at.line} ${name}: ${reason}`),
  };
}

/** Resolves a reference to a document, as validators and generators do. */
const resolveReference = (document: string, pointer: string): unknown =>
  new Ajv2020({ strict: false, schemas: { [URL]: parse(document) as object } }).compile({
    $ref: `${URL}#${pointer}`,
  });

describe("a changed OpenAPI document", () => {
  it("without a component breaks the references to it", () => {
    const after = DOCUMENT.replace("    Owner: { type: object }\n", "");
    expect(check(after, { "b.yaml": REFERENCES })).toEqual({
      breaks: ["b.yaml:8 removed #/components/schemas/Owner fails"],
      undecided: [],
    });
    expect(() => resolveReference(after, "/components/schemas/Pet")).not.toThrow();
    expect(() => resolveReference(after, "/components/schemas/Owner")).toThrow("can't resolve reference");
  });

  it("breaks nothing without what no repository names", () => {
    const after = DOCUMENT.replace("    Unused: { type: object }\n", "").replace(", post: {}", "");
    expect(check(after, { "b.yaml": REFERENCES })).toEqual({ breaks: [], undecided: [] });
  });

  it("that is gone breaks each file that refers to it", () => {
    expect(check(undefined, { "b.yaml": REFERENCES }).breaks).toEqual([
      "b.yaml:5 artifact_removed acme/api/openapi.yaml fails",
    ]);
  });

  it("leaves undecided whether generated code passes what is newly required", () => {
    const files = {
      Makefile: `generate:\n\topenapi-generator generate -i ${URL} -g go\n`,
      "b.yaml": REFERENCES,
    };
    const withGet = (get: string) => DOCUMENT.replace("get: {}, post", `get: ${get}, post`);
    const limit = (required: boolean) =>
      `{ parameters: [{ name: limit, in: query, required: ${required} }] }`;
    const expected = ["Makefile:2 GET /pets: limit: Generated code is not read"];
    expect(check(withGet(limit(true)), files)).toEqual({ breaks: [], undecided: expected });
    expect(check(withGet(limit(true)), files, withGet(limit(false)))).toEqual({
      breaks: [],
      undecided: expected,
    });
    expect(check(withGet("{ requestBody: { required: true } }"), files).undecided).toEqual([
      "Makefile:2 GET /pets: body: Generated code is not read",
    ]);
    for (const [after, before] of [
      [withGet(limit(false)), DOCUMENT],
      [DOCUMENT, withGet(limit(true))],
      [DOCUMENT.replace("post: {}", `post: {}, put: ${limit(true)}`), DOCUMENT],
    ] as const)
      expect(check(after, files, before)).toEqual({ breaks: [], undecided: [] });
  });

  it("leaves undecided what generated code uses", () => {
    const after = DOCUMENT.replace("    Owner: { type: object }\n", "").replace("/owners", "/people");
    const files = { Makefile: `generate:\n\topenapi-generator generate -i ${URL} -g go\n` };
    expect(check(after, files)).toEqual({
      breaks: [],
      undecided: [
        "Makefile:2 #/components/schemas/Owner: Generated code is not read",
        "Makefile:2 #/paths/~1owners: Generated code is not read",
        "Makefile:2 GET /owners: Generated code is not read",
      ],
    });
    expect(check(undefined, files)).toEqual({ breaks: [], undecided: [] });
    const link = { "site.yml": `api: https://github.com/acme/api/blob/main/openapi.yaml\n` };
    expect(check(after, link)).toEqual({ breaks: [], undecided: [] });
  });
});
