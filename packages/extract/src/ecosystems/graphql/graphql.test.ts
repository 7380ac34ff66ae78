import { describe, expect, it } from "vitest";
import type { ExtractionResult } from "../../ecosystem.ts";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { gitsubmodules } from "../gitsubmodules/index.ts";
import { graphql } from "./index.ts";

const API = { fullPath: "acme/api", cloneUrl: "https://github.com/acme/api.git" };
const compared = (files: Record<string, string>): ExtractionResult =>
  extractFiles(files, [graphql], { ...API, withSourceInterfaces: true });
const consumed = (files: Record<string, string>): ExtractionResult =>
  extractFiles(files, [gitsubmodules, graphql]);

const namesOf = (text: string): string[] =>
  (compared({ "schema.graphql": text }).interfaces?.[0]?.members ?? []).map(
    ({ name, line, type, required }) =>
      `${line} ${name}${type ? ` ${type}` : ""}${required ? " required" : ""}`,
  );

const URL = "https://raw.githubusercontent.com/acme/api/main/schema.graphql";
const usesOf = (text: string, config = `schema: ${URL}\ndocuments: src/*.graphql\n`): string[] =>
  (consumed({ "codegen.yml": config, "src/a.graphql": text }).declarations[0]?.arguments ?? []).map(
    ({ file, line, name }) => `${file}:${line} ${name}`,
  );

describe("a schema", () => {
  it("is an artifact that others name by its URL, and its names are read only for a comparison", () => {
    const files = { "graph/schema.graphql": "\ntype Query { a: Int }\n" };
    expect(extractFiles(files, [graphql], API)).toMatchObject({
      artifacts: [
        {
          artifactType: "graphql_schema",
          name: "acme/api/graph/schema.graphql",
          sourceFile: "graph/schema.graphql",
          sourceLine: 2,
          announces: ["graphql_schema:github.com/acme/api/graph/schema.graphql"],
          assumed: true,
        },
      ],
    });
    expect(extractFiles(files, [graphql], API).interfaces).toBeUndefined();
    expect(compared(files).interfaces).toHaveLength(1);
  });

  it.each(["tests/a.graphql", "fixtures/a.graphql"])("is no artifact in %s", (path) => {
    expect(extractFiles({ [path]: "type A { a: Int }" }, [graphql], API).artifacts).toEqual([]);
  });

  it("offers types, fields, arguments, values and roots", () => {
    expect(
      namesOf(`type Query {
  # users: User
  user(id: ID!, first: Int! = 1): [User!]
}
type User { "text" email: String! }
enum Role { ADMIN }
input Filter { name: String! }
union Any = User
directive @cached on FIELD
`),
    ).toEqual([
      "9 @cached",
      "8 Any",
      "7 Filter",
      "1 Query",
      "6 Role",
      "5 User",
      "7 Filter.name String! required",
      "3 Query.user [User!]",
      "3 Query.user(first:) Int!",
      "3 Query.user(id:) ID! required",
      "6 Role.ADMIN",
      "5 User.email String!",
      "1 query Query",
    ]);
  });

  it("has the roots that it states", () => {
    expect(namesOf("schema { mutation: Changes }\ntype Changes { a: Int }\ntype Query { b: Int }")).toContain(
      "1 mutation Changes",
    );
    expect(namesOf("schema { mutation: Changes }\ntype Query { b: Int }")).not.toContain("2 query Query");
  });

  it("is open if it is not valid", () => {
    const { interfaces, problems } = compared({ "schema.graphql": "type Query {\n  a: }\n" });
    expect(interfaces).toMatchObject([{ members: [], open: { field: "The document is not valid" } }]);
    expect(problems).toMatchObject([{ file: "schema.graphql", line: 2, code: "invalid_syntax" }]);
  });

  it("has lines that end at a line feed, with or without a carriage return", () => {
    expect(namesOf("type A {\ra: Int\r\n b: Int }")).toEqual(["1 A", "1 A.a Int", "2 A.b Int"]);
    const { problems } = compared({ "schema.graphql": "type A {\r a: }\n" });
    expect(problems).toMatchObject([{ line: 1 }]);
  });

  it.each([`type A { a: ${"[".repeat(50_000)}`, `{a${"{a".repeat(50_000)}`])(
    "is not read if it is nested too deeply",
    (text) => {
      expect(compared({ "schema.graphql": `type Query { a: Int }\n${text}` }).problems).toMatchObject([
        { code: "invalid_syntax" },
      ]);
    },
  );
});

describe("a configuration", () => {
  it.each([
    [`schema: ${URL}`, "github.com/acme/api/schema.graphql", "main"],
    ["schema: github:acme/Api#v2:graph/a.graphql", "github.com/acme/api/graph/a.graphql", "v2"],
    [
      "schema:\n  - https://github.com/acme/api/raw/v1/a.graphql:\n      headers: {}",
      "github.com/acme/api/a.graphql",
      "v1",
    ],
    [
      "schema: https://gitlab.com/acme/sub/api/-/raw/main/a.graphql",
      "gitlab.com/acme/sub/api/a.graphql",
      "main",
    ],
    [`projects:\n  app:\n    schema: "${URL}"`, "github.com/acme/api/schema.graphql", "main"],
    [`generates:\n  a.ts:\n    schema: ${URL}`, "github.com/acme/api/schema.graphql", "main"],
  ])("%j names a document of another repository", (text, artifact, ref) => {
    const { declarations } = consumed({ "codegen.yml": text });
    expect(declarations).toMatchObject([
      {
        dependencyType: "graphql_schema",
        artifact,
        versionConstraint: ref,
        lookups: [
          `graphql_schema:${artifact}`,
          `git:${artifact.slice(0, artifact.search(/\/(?:graph\/)?\w+\.graphql$/))}`,
        ],
        role: "build",
        sourceLine: text.split("\n").findIndex((line) => line.includes("acme")) + 1,
      },
    ]);
  });

  it.each([
    "schema: ./schema.graphql",
    "schema: https://api.acme.io/graphql",
    "# schema: " + URL,
    "schema: github:acme/app#main:schema.graphql",
    "schema: https://github.com/acme/api",
    "schema: https://github.com/acme/api/raw/main/openapi.yaml",
    "$schema: " + URL,
    "other: [",
  ])("%j names none", (text) => {
    expect(consumed({ "codegen.yml": text }).declarations).toEqual([]);
  });

  it.each([
    [`schema: "${URL}",\n  documents: ["src/*.graphql", 'lib/*.gql'],`, [URL], 1],
    [`schema: [\n    '${URL}',\n  ],\n  documents: "src/*.graphql"`, [URL], 1],
    [`"schema": { "${URL}": { headers: { a: "https://github.com/acme/b/raw/main/c.graphql" } } }`, [URL], 0],
    [`generates: { "a.ts": { schema: \`${URL}\` } }`, [URL], 0],
    [`// schema: "${URL}"\n  /* schema: "${URL}" */ schema: process.env.SCHEMA ?? "a"`, [], 0],
    [`$schema: "${URL}", "$schema": "${URL}", jsonschema: "${URL}"`, [], 0],
    [`schema: "\${process.env.HOST}/a.graphql", description: "${URL}"`, [], 0],
  ])("in TypeScript with %j names the texts of schema", (text, expected, uses) => {
    const config = `const config = {\n  ${text}\n};\nexport default config;\n`;
    const { declarations } = consumed({ "codegen.ts": config, "src/a.graphql": "query { a }" });
    expect(declarations.map(({ rawReference }) => rawReference)).toEqual(expected);
    const named = declarations.flatMap((one) => one.arguments ?? []).filter(({ name }) => name === "query.a");
    expect(named).toHaveLength(uses);
  });

  it("names a document that a script of a manifest loads into a file", () => {
    const manifest = (script: string) => `{
  "config": { "schema": "3.22" },
  "scripts": { "fetch": "${script}" }
}`;
    const url = "https://raw.githubusercontent.com/acme/api/$V/schema.graphql";
    const declared = (script: string) => {
      const files = {
        "app/package.json": manifest(script),
        "app/codegen.yml": "schema: ./graphql/schema.graphql",
      };
      return extractFiles(files, [graphql, references]).declarations.map(
        ({ sourceFile, artifact, versionConstraint, unbound }) =>
          `${sourceFile} ${artifact} ${versionConstraint} ${unbound}`,
      );
    };
    const found = "app/codegen.yml github.com/acme/api/schema.graphql";
    const field = url.replace("$V", "${npm_package_config_schema}");
    expect(declared(`curl ${field} > graphql/schema.graphql`)).toEqual([`${found} 3.22 null`]);
    expect(declared(`curl -o graphql/schema.graphql ${url.replace("$V", "main")}`)).toEqual([
      `${found} main null`,
    ]);
    expect(declared(`curl ${url} > graphql/schema.graphql`)).toEqual([`${found} $V V`]);
    const other = `curl ${url.replace("$V", "main")} > graphql/schema.graphql", "old": "curl ${url.replace("$V", "v1")} > graphql/schema.graphql`;
    expect(declared(other)).not.toContainEqual(expect.stringContaining("codegen.yml"));
    expect(declared(`curl ${url} > other.graphql`)).toEqual(["app/package.json github.com/acme/api $V V"]);
  });

  it("names a document of a submodule by its path", () => {
    const files = {
      ".gitmodules": '[submodule "api"]\n\tpath = vendor/api\n\turl = https://github.com/acme/api.git\n',
      "app/.graphqlrc.yml": "schema: ../vendor/api/graph/a.graphql\n",
    };
    const commit = "a".repeat(40);
    const tree = [{ path: "vendor/api", mode: "160000", oid: commit }];
    const extraction = new RepositoryExtraction(
      { fullPath: "acme/app", cloneUrl: "https://github.com/acme/app.git" },
      [gitsubmodules, graphql],
    );
    for (const [path, text] of Object.entries(files)) extraction.addFile(path, Buffer.from(text));
    expect(extraction.finish(tree).declarations).toMatchObject([
      { dependencyType: "git_repository" },
      {
        dependencyType: "graphql_schema",
        artifact: "github.com/acme/api/graph/a.graphql",
        versionConstraint: commit,
        sourceFile: "app/.graphqlrc.yml",
      },
    ]);
  });
});

describe("the operations of a configuration", () => {
  it("use fields by their path from a root, and those of a fragment by its type", () => {
    expect(
      usesOf(`query User($id: ID!, $f: Filter) @cached {
  # removed
  me: user(id: $id, role: ADMIN) { email ...F ... on Admin { level } }
  search(filter: { tags: [{ name: "x" }] }) { __typename }
}
fragment F on User { id }
`),
    ).toEqual([
      "src/a.graphql:1 query",
      "src/a.graphql:1 Filter",
      "src/a.graphql:1 @cached",
      "src/a.graphql:3 query.user",
      "src/a.graphql:3 query.user(id:)",
      "src/a.graphql:3 query.user(role:)",
      "src/a.graphql:3 query.user(role:).ADMIN",
      "src/a.graphql:3 query.user.email",
      "src/a.graphql:3 Admin",
      "src/a.graphql:3 Admin.level",
      "src/a.graphql:4 query.search",
      "src/a.graphql:4 query.search(filter:)",
      "src/a.graphql:4 query.search(filter:).tags",
      "src/a.graphql:4 query.search(filter:).tags.name",
      "src/a.graphql:6 User",
      "src/a.graphql:6 User.id",
    ]);
  });

  it.each([
    ["documents: other/*.graphql", {}],
    ["documents: [src/*.graphql, '!src/a.graphql']", {}],
    ["documents: src/*.swift", { field: "Operations in other languages are not read" }],
    ["documents: src/*.ts", {}],
    ["", { field: "The configuration names no operations" }],
  ])("are those of %j", (documents, open) => {
    const files = { "codegen.yml": `schema: ${URL}\n${documents}\n`, "src/a.graphql": "{ a }" };
    const [found] = consumed(files).declarations;
    expect(found?.arguments).toEqual([]);
    expect(found?.openArguments ?? {}).toMatchObject(open);
  });

  it("are also those of tagged templates", () => {
    const source = `import { gql } from "x";
// gql\`query { old }\`
export const a = gql\`
  query {
    user { ...F }
  }
  \${F}
\`;
const b = graphql(\`fragment F on User { id }\`), c = sql\`{ no }\`;
`;
    const files = { "codegen.yml": `schema: ${URL}\ndocuments: src/*.tsx`, "src/a.tsx": source };
    const used = consumed(files).declarations[0]?.arguments?.map(({ line, name }) => `${line} ${name}`);
    expect(used).toEqual(["4 query", "5 query.user", "9 User", "9 User.id"]);
    const broken = { ...files, "src/a.tsx": "gql`query {`" };
    expect(consumed(broken)).toMatchObject({
      problems: [],
      declarations: [{ openArguments: { field: "A document with operations is not valid" } }],
    });
  });

  it("are open if a document is not valid", () => {
    const { declarations, problems } = consumed({
      "codegen.yml": `schema: ${URL}\ndocuments: "*.graphql"\n`,
      "a.graphql": "query { a(: }",
      "b.graphql": "{ b }",
    });
    expect(declarations).toMatchObject([
      {
        arguments: [{ name: "query" }, { name: "query.b" }],
        openArguments: { field: "A document with operations is not valid" },
      },
    ]);
    expect(problems).toMatchObject([{ file: "a.graphql", line: 1 }]);
  });

  it("are not reported if no configuration uses them", () => {
    expect(consumed({ "a.graphql": "query { a(: }" }).problems).toEqual([]);
  });
});
