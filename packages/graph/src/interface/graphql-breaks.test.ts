import { CriticalityLevel, diff } from "@graphql-inspector/core";
import { ECOSYSTEMS } from "@knockon/extract/registry";
import { extractFiles } from "@knockon/extract/repository-extraction";
import { buildSchema, parse, validate } from "graphql/index.js";
import { describe, expect, it } from "vitest";
import { diffInterfaces } from "./diff-interfaces.ts";
import { findBreaks } from "./find-breaks.ts";

const API = { fullPath: "acme/api", cloneUrl: "https://github.com/acme/api.git", withSourceInterfaces: true };
const SCHEMA = `
directive @cached on FIELD
interface Node { id: ID! }
type Query { user(id: ID!, role: Role): User, search(filter: Filter): [Node!]!, old: Old }
type Mutation { rename(name: String): User }
type User implements Node { id: ID!, email: String, posts(first: Int): [Post!] }
type Post { title: String, author: User! }
type Old { a: Int }
input Filter { name: String, by: Role }
enum Role { ADMIN, READER }
`;
const OPERATIONS = `
query A($id: ID!) { user(id: $id, role: ADMIN) { ...F first: posts(first: 1) { title author { email } } } }
query B($f: Filter) { all: search(filter: $f) { id } search(filter: { name: "x" }) { id ... on User { email } } }
fragment F on User { id posts { title @cached } }
mutation C { rename(name: "a") { id } }
`;

const interfacesOf = (text: string) =>
  extractFiles({ "schema.graphql": text }, ECOSYSTEMS, API).interfaces ?? [];

/** Returns the findings for one consumer as `LINE EFFECT NAME`. */
function check(after: string, operations = OPERATIONS, config = "documents: a.graphql", before = SCHEMA) {
  const url = "https://raw.githubusercontent.com/acme/api/main/schema.graphql";
  const { declarations } = extractFiles(
    { "codegen.yml": `schema: ${url}\n${config}\n`, "a.graphql": operations },
    ECOSYSTEMS,
  );
  const uses = declarations.map((one) => ({
    ...one,
    scope: "graphql_schema:acme/api/schema.graphql",
    file: one.sourceFile,
    line: one.sourceLine,
  }));
  const { breaks, undecided } = findBreaks(diffInterfaces(interfacesOf(before), interfacesOf(after)), uses);
  return {
    breaks: breaks.map(({ at, change, name }) => `${at.line} ${change} ${name}`),
    undecided: undecided.map(({ name, reason }) => `${name}: ${reason}`),
  };
}

/** The lines that GraphQL itself rejects. */
const rejected = (after: string, operations = OPERATIONS): number[] => [
  ...new Set(
    validate(buildSchema(after), parse(operations)).flatMap(({ locations = [] }) =>
      locations.map(({ line }) => line),
    ),
  ),
];

const without = (text: string): string => SCHEMA.replace(text, "");

describe("a changed GraphQL schema", () => {
  it.each([
    ["email: String, ", ["2 removed User.email", "3 removed User.email"]],
    [", author: User!", ["2 removed Post.author"]],
    ["posts(first: Int): [Post!]", ["2 removed User.posts", "4 removed User.posts"]],
    ["(first: Int)", ["2 removed User.posts(first:)"]],
    [", role: Role", ["2 removed Query.user(role:)"]],
    ["ADMIN, ", ["2 removed Role.ADMIN"]],
    ["name: String, ", ["3 removed Filter.name"]],
    ["directive @cached on FIELD", ["4 removed @cached"]],
  ])("without %j breaks what GraphQL rejects", (text, expected) => {
    const after = without(text);
    expect(check(after).breaks).toEqual(expected);
    expect([...new Set(check(after).breaks.map((each) => Number.parseInt(each, 10)))]).toEqual(
      rejected(after),
    );
  });

  it.each([
    ["READER", "Role.READER: Values of Role are passed in a variable"],
    [", by: Role", "Filter.by: Values of Filter are passed in a variable"],
  ])("without %j leaves variables undecided", (text, expected) => {
    expect(check(without(text))).toEqual({ breaks: [], undecided: [expected] });
  });

  it("without an unused field breaks nothing", () => {
    const after = without("old: Old");
    expect(check(after)).toEqual({ breaks: [], undecided: [] });
    expect(rejected(after)).toEqual([]);
  });

  // GraphQL only says so when the operation runs: "Schema is not configured to execute mutation operation."
  it("without a root breaks the operations that start there", () => {
    expect(check(without("type Mutation { rename(name: String): User }")).breaks).toEqual([
      "5 removed mutation",
    ]);
  });

  it("breaks calls without an argument that is newly required", () => {
    const after = SCHEMA.replace("posts(first: Int)", "posts(first: Int!)");
    expect(check(after).breaks).toEqual(["4 required User.posts(first:)"]);
    expect(rejected(after)).toEqual([4]);
  });

  it.each([
    ["is added and required", "by: Role", "by: Role, limit: Int!"],
    ["becomes required", "by: Role", "by: Role!"],
  ])("breaks literals without a field of an input type that %s", (_, old, current) => {
    const after = SCHEMA.replace(`name: String, ${old}`, `name: String, ${current}`);
    const name = current.includes("limit") ? "Filter.limit" : "Filter.by";
    expect(check(after)).toEqual({
      breaks: [`3 required ${name}`],
      undecided: [`${name}: Values of Filter are passed in a variable`],
    });
    expect(rejected(after)).toEqual([3]);
  });

  it("accepts a required field of an input type with a default, and one that becomes nullable", () => {
    const optional = SCHEMA.replace("by: Role }", 'by: Role, sort: String! = "asc" }');
    expect(check(optional)).toEqual({ breaks: [], undecided: [] });
    expect(rejected(optional)).toEqual([]);
    const operation = 'query B { search(filter: { name: "x", tag: "y" }) { id } }';
    const [strict, loose] = ["tag: String!", "tag: String"].map((text) =>
      SCHEMA.replace("by: Role }", `by: Role, ${text} }`),
    ) as [string, string];
    expect(check(loose, operation, undefined, strict)).toEqual({ breaks: [], undecided: [] });
    expect(check(strict, operation, undefined, loose).undecided).toEqual([
      "Filter.tag: The type changes from String to String!",
    ]);
  });

  it("leaves undecided variables of a type with a changed field, or with a field of such a type", () => {
    const operation = "query B($f: Filter) { search(filter: $f) { id ... on User { email } } }";
    const retyped = SCHEMA.replace("name: String, by", "name: Int, by");
    expect(check(retyped, operation)).toEqual({
      breaks: [],
      undecided: ["Filter.name: Values of Filter are passed in a variable"],
    });
    const withRange = (fields: string): string =>
      `${SCHEMA.replace("by: Role }", "by: Role, range: Range }")} input Range { ${fields} }`;
    expect(check(withRange("to: Int, from: Int!"), operation, undefined, withRange("to: Int"))).toEqual({
      breaks: [],
      undecided: ["Range.from: Values of Range are passed in a variable"],
    });
  });

  it("names the type of which several names change, once per variable", () => {
    const after = SCHEMA.replace("name: String, by: Role", "limit: Int!");
    const operation = "query B($f: Filter) { search(filter: $f) { id } }";
    expect(check(after, operation)).toEqual({
      breaks: [],
      undecided: ["Filter: Values of Filter are passed in a variable"],
    });
  });

  it("does not mistake a fragment for a variable", () => {
    expect(check(without("old: Old").replace("title: String", "title: Int")).undecided).toEqual([
      "Post.title: The type changes from String to Int",
      "Post.title: The type changes from String to Int",
    ]);
    const after = SCHEMA.replace("id: ID!, email: String", "id: ID!, email: String, age: Int!");
    expect(check(after)).toEqual({ breaks: [], undecided: [] });
  });

  it("follows a field whose type changes", () => {
    const after = SCHEMA.replace("author: User!", "author: Person!") + "type Person { name: String }";
    expect(check(after)).toEqual({
      breaks: ["2 removed query.user.posts.author.email"],
      undecided: ["Post.author: The type changes from User! to Person!"],
    });
    expect(rejected(after)).toEqual([2]);
  });

  it("accepts a field that becomes non-null, and an argument that becomes nullable", () => {
    const widened = SCHEMA.replace("email: String", "email: String!").replace(
      "id: ID!, role",
      "id: ID, role",
    );
    expect(check(widened)).toEqual({ breaks: [], undecided: [] });
    expect(rejected(widened)).toEqual([]);
    const narrowed = SCHEMA.replace("[Post!]", "[Post]");
    expect(check(narrowed).undecided[0]).toBe("User.posts: The type changes from [Post!] to [Post]");
  });

  it("suggests the new name of a field", () => {
    expect(check(SCHEMA.replace("email: String", "emailAddress: String")).breaks).toEqual([
      "2 renamed User.email",
      "3 renamed User.email",
    ]);
  });

  it("leaves undecided which fields programs use", () => {
    expect(check(without("old: Old"), "", "documents: src/*.vue")).toEqual({
      breaks: [],
      undecided: ["Query.old: Operations in other languages are not read"],
    });
  });

  it("lists a removed type without its fields", () => {
    const after = without("type Old { a: Int }").replace(", old: Old", "");
    expect(check(after, "", "documents: src/*.vue").undecided.map((each) => each.replace(/:.*/, ""))).toEqual(
      ["Old", "Query.old"],
    );
  });

  it("has every removal that GraphQL Inspector calls breaking", async () => {
    const removals = ["old: Old", "email: String, ", "(first: Int)", "READER", "directive @cached on FIELD"];
    for (const text of removals) {
      const after = without(text);
      const found = await diff(buildSchema(SCHEMA), buildSchema(after));
      const breaking = found.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking);
      const [change] = diffInterfaces(interfacesOf(SCHEMA), interfacesOf(after));
      expect(change?.members.filter(({ after: kept }) => !kept)).toHaveLength(breaking.length);
    }
  });
});
