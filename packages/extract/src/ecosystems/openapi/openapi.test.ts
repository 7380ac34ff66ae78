import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { openapi } from "./index.ts";

const API = { fullPath: "acme/api", cloneUrl: "https://github.com/acme/api.git" };
const compared = (files: Record<string, string>) =>
  extractFiles(files, [openapi], { ...API, withSourceInterfaces: true });

const COMMON = "https://raw.githubusercontent.com/acme/common/main/openapi.yaml";
const usesOf = (text: string, path = "openapi.yaml") =>
  extractFiles({ [path]: text }, [openapi, references]).declarations;

describe("a document", () => {
  const text = `openapi: 3.0.3
paths:
  /pets/{id}:
    parameters: []
    get: {}
    delete: {}
components:
  schemas:
    Pet: {}
    a/b~c: {}
  responses:
    # Gone: {}
    Error: {}
`;

  it("is an artifact that others name by its URL, and its names are read only for a comparison", () => {
    const { artifacts, interfaces } = extractFiles({ "api/pets.yaml": `# é\n${text}` }, [openapi], API);
    expect(artifacts).toMatchObject([
      {
        artifactType: "openapi_document",
        name: "acme/api/api/pets.yaml",
        sourceLine: 2,
        announces: ["openapi_document:github.com/acme/api/api/pets.yaml"],
        assumed: true,
      },
    ]);
    expect(interfaces).toBeUndefined();
  });

  it("offers its components, paths and operations", () => {
    expect(
      compared({ "pets.yaml": text }).interfaces?.[0]?.members.map(({ line, name }) => `${line} ${name}`),
    ).toEqual([
      "13 #/components/responses/Error",
      "9 #/components/schemas/Pet",
      "10 #/components/schemas/a~1b~0c",
      "3 #/paths/~1pets~1{id}",
      "6 DELETE /pets/{id}",
      "5 GET /pets/{id}",
    ]);
  });

  it("offers its required parameters, also of a path and by reference", () => {
    const members = compared({
      "pets.yaml": `openapi: 3.0.3
paths:
  /v1.0/pets/{id}:
    parameters:
      - { name: tenant, in: header, required: true }
      - { name: id, in: path, required: true }
    get:
      parameters:
        - $ref: "#/components/parameters/a~1b"
        - $ref: "#/components/parameters/Absent"
        - $ref: other.yaml#/components/parameters/Limit
        - { name: page, in: query }
    post:
      requestBody:
        required: true
components:
  parameters:
    a/b: { name: limit, in: query, required: true }
`,
    }).interfaces?.[0]?.members;
    expect(
      members?.flatMap(({ kind, name, line, required }) =>
        kind === "parameter" ? [`${line} ${name} ${required}`] : [],
      ),
    ).toEqual([
      "9 GET /v1.0/pets/{id}: limit true",
      "5 GET /v1.0/pets/{id}: tenant true",
      "15 POST /v1.0/pets/{id}: body true",
      "5 POST /v1.0/pets/{id}: tenant true",
    ]);
  });

  it("offers the definitions of version 2, also in JSON", () => {
    const json = '{\n"swagger": "2.0",\n"definitions": {\n"Pet": {} } }';
    expect(compared({ "pets.json": json }).interfaces).toMatchObject([
      { line: 2, members: [{ name: "#/definitions/Pet", line: 4 }] },
    ]);
  });

  it.each([
    ["tests/pets.yaml", text],
    ["pets.yaml", "asyncapi: 3.0.0\n"],
    ["pets.yaml", "info:\n  openapi: 3.0.0\n"],
    ["pets.yaml", "# openapi: 3.0.0\n"],
  ])("is not in %s with %j", (path, other) => {
    expect(compared({ [path]: other }).interfaces).toBeUndefined();
  });

  it("is open if it is not valid", () => {
    const { interfaces, problems } = compared({ "pets.yaml": "openapi: 3.0.0\npaths: { /a: {\n" });
    expect(interfaces).toMatchObject([{ open: { definition: "The document is not valid" } }]);
    expect(problems).toMatchObject([{ file: "pets.yaml" }]);
    expect(extractFiles({ "pets.yaml": "openapi: 3.0.0\npaths: { /a: {\n" }, [openapi]).problems).toEqual([]);
  });
});

describe("a reference", () => {
  it("names an entry of a document of another repository", () => {
    const text = `openapi: 3.0.0
# $ref: ${COMMON}#/components/schemas/Old
components:
  schemas:
    Pet: { $ref: "${COMMON}#/components/schemas/Pet/properties/name" }
    Other: { $ref: "#/components/schemas/Pet" }
    List: { items: [{ $ref: '${COMMON}#/paths/~1pets~1%7Bid%7D/get' }] }
`;
    const declared = usesOf(text).filter(({ ecosystem }) => ecosystem === "openapi");
    expect(declared).toMatchObject([
      {
        dependencyType: "openapi_document",
        artifact: "github.com/acme/common/openapi.yaml",
        versionConstraint: "main",
        sourceLine: 5,
        role: "build",
        lookups: ["openapi_document:github.com/acme/common/openapi.yaml", "git:github.com/acme/common"],
        targetScope: "unit:file:openapi.yaml",
        arguments: [
          { kind: "definition", name: "#/components/schemas/Pet", file: "openapi.yaml", line: 5 },
          { kind: "definition", name: "#/paths/~1pets~1{id}", file: "openapi.yaml", line: 7 },
        ],
      },
    ]);
    expect(usesOf(text).map(({ sourceLine, evidence }) => `${sourceLine} ${evidence.class}`)).toEqual([
      "5 manifest",
      "2 prose",
    ]);
  });

  it.each([
    ["api.yaml", `a:\n  $ref: ${COMMON}#/components/schemas/Pet\n`, 1],
    ["api.yaml", "a:\n  $ref: https://raw.githubusercontent.com/acme/common/main/a.json#/properties/a\n", 0],
    [
      "api.yaml",
      "openapi: 3.0.0\na:\n  $ref: https://raw.githubusercontent.com/acme/common/main/a.json\n",
      1,
    ],
    ["api.yaml", "openapi: 3.0.0\na:\n  $ref: https://acme.io/a.yaml#/components/schemas/Pet\n", 0],
    ["api.yaml", "openapi: 3.0.0\na:\n  $ref: https://raw.githubusercontent.com/acme/app/main/a.yaml\n", 0],
    ["api.yaml", "openapi: 3.0.0\na:\n  $ref: 1.yaml#/components/schemas/Pet\n", 0],
    ["api.yaml", `openapi: 3.0.0\na:\n  $ref: ${COMMON}#/components/%\n`, 1],
    ["api.yaml", `text: |\n  $ref: ${COMMON}#/components/schemas/Pet\n`, 0],
  ])("in %s with %j is declared or not", (path, text, count) => {
    const declared = usesOf(text, path).filter(({ ecosystem }) => ecosystem === "openapi");
    expect(declared).toHaveLength(count);
  });
});
