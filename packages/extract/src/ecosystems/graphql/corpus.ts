/** Seed files for fuzzing, by path. */
export const corpus = {
  "api/schema.graphql": `"""é"""
schema { query: Root, mutation: Mutation }
directive @cached(ttl: Int = 60) on FIELD
interface Node { id: ID! }
type Root { user(id: ID!, role: Role = ADMIN): User, search(filter: Filter): [Node!]! }
type User implements Node @key(fields: "id") { id: ID! email: String @deprecated }
extend type User { posts(first: Int): [Post] }
type Post { title: String }
type Mutation { rename(input: Filter!): User }
input Filter { name: String!, tags: [String!] = [] }
enum Role { ADMIN READER }
union Any = User | Post
scalar Date
`,
  "codegen.yml": `schema:
  - https://raw.githubusercontent.com/acme/api/main/schema.graphql
  - github:acme/users#v2:users.graphql: { token: x }
documents: "src/**/*.graphql"
generates: { src/types.ts: { schema: "https://github.com/acme/c/raw/v1/c.graphql", documents: ["!src/old.graphql"] } }
`,
  ".graphqlrc.json":
    '{ "projects": { "app": { "schema": "github:acme/d#main:d.graphql", "documents": "*.gql" } } }\n',
  "codegen.ts": `import type { CodegenConfig } from "@graphql-codegen/cli"; // é
const config: CodegenConfig = { schema: ["https://raw.githubusercontent.com/acme/e/main/e.graphql"], documents: ["src/*.graphql"] };
`,
  "src/user.graphql": `# comment
query User($id: ID!, $filter: Filter) @cached {
  user(id: $id, role: ADMIN) { ...Fields ... on User @include(if: true) { email } }
  search(filter: { name: "é", tags: ["a"] }) { __typename id }
}
fragment Fields on User { id posts(first: 1) { title } }
`,
};
