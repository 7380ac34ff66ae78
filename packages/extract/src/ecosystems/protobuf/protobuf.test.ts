import { describe, expect, it } from "vitest";
import { RepositoryExtraction } from "../../repository-extraction.ts";
import { gitsubmodules } from "../gitsubmodules/index.ts";
import { protobuf } from "./index.ts";

const APP = { fullPath: "acme/app", cloneUrl: "https://github.com/acme/app.git" };

function extract(files: Record<string, string>, { commits = {}, withSourceInterfaces = false } = {}) {
  const extraction = new RepositoryExtraction({ ...APP, withSourceInterfaces }, [gitsubmodules, protobuf]);
  for (const [path, text] of Object.entries(files)) extraction.addFile(path, Buffer.from(text));
  return extraction.finish([
    ...Object.keys(files).map((path) => ({ path, mode: "100644", oid: path })),
    ...Object.entries<string>(commits).map(([path, oid]) => ({ path, mode: "160000", oid })),
  ]);
}

const membersOf = (files: Record<string, string>): string[] =>
  (extract(files, { withSourceInterfaces: true }).interfaces ?? []).flatMap(({ scope, members }) =>
    members.map(
      ({ kind, name, line }) => `${scope.slice("protobuf_module:".length)} ${line} ${kind} ${name}`,
    ),
  );

const namesOf = (text: string): string[] =>
  membersOf({ "a.proto": `package p;\n${text}` })
    .map((each) => each.replace("github.com/acme/app ", ""))
    .filter((each) => !each.includes(" file "));

describe("the files of a repository", () => {
  it.each([
    ["message A { int32 id = 1; }", ["2 definition p.A", "2 field p.A.id"]],
    [
      "message A {\n  message B { C c = 1; }\n  enum D { X = 0; }\n}",
      ["3 definition p.A.B", "4 definition p.A.D", "2 definition p.A", "3 field p.A.B.c", "4 field p.A.D.X"],
    ],
    [
      "message A { oneof o { int32 a = 1; B b = 2; } }",
      ["2 definition p.A", "2 field p.A.a", "2 field p.A.b"],
    ],
    ["message A { map<string, B> m = 1; }", ["2 definition p.A", "2 field p.A.m"]],
    [
      "service S { rpc Get(A) returns (stream B); rpc Put(A) returns (B) { option (x) = { y: 1 }; } }",
      ["2 definition p.S", "2 operation p.S.Get", "2 operation p.S.Put"],
    ],
    ["extend A { optional B note = 1; }", ["2 definition p.note"]],
    ["// message A {}\n/* message B {} */ message C {}", ["3 definition p.C"]],
    [
      'message A { option (x) = "}"; string s = 1 [default = "message B {}"]; }',
      ["2 definition p.A", "2 field p.A.s"],
    ],
    [
      "message A { reserved 2; extensions 4 to max; repeated group G = 1 { int32 a = 1; } }",
      ["2 definition p.A", "2 definition p.A.G", "2 field p.A.G.a"],
    ],
    [
      "enum E { option allow_alias = true; A = 0 [deprecated = true]; reserved 3; B = 1; }",
      ["2 definition p.E", "2 field p.E.A", "2 field p.E.B"],
    ],
    ["message A { B b = 1; ", ["2 definition p.A", "2 field p.A.b"]],
    ["} message A {}", ["2 definition p.A"]],
  ])("with %j offer what they define", (text, expected) => {
    expect(namesOf(text).toSorted()).toEqual(expected.toSorted());
  });

  it("are a module, and offer the paths that others import", () => {
    const files = {
      "proto/acme/pets/v1/pet.proto": 'package acme.pets.v1; import "acme/common.proto";',
      "proto/acme/common.proto": "package other;",
    };
    expect(extract(files).artifacts).toMatchObject([
      {
        artifactType: "protobuf_module",
        name: "github.com/acme/app",
        sourceFile: "proto/acme/common.proto",
        announces: ["protobuf_module:github.com/acme/app"],
      },
    ]);
    expect(membersOf(files)).toEqual([
      "github.com/acme/app 1 file acme/common.proto",
      "github.com/acme/app 1 file acme/pets/v1/pet.proto",
      "github.com/acme/app 1 file proto/acme/common.proto",
      "github.com/acme/app 1 file proto/acme/pets/v1/pet.proto",
    ]);
  });

  it.each(["test/a.proto", "third_party/a.proto", "testdata/a.proto"])("are no module in %s", (path) => {
    expect(extract({ [path]: "package a;" }).artifacts).toEqual([]);
  });

  it("are a module by the name in buf.yaml", () => {
    const files = {
      "proto/buf.yaml": "version: v1\nname: buf.build/acme/pets\n",
      "proto/acme/pet.proto": "package acme;\nmessage Pet {}",
    };
    expect(membersOf(files)).toContain("buf.build/acme/pets 1 file acme/pet.proto");
    expect(membersOf(files)).toContain("buf.build/acme/pets 2 definition acme.Pet");
    const second = { "buf.yaml": "version: v2\nmodules:\n  - path: proto\n    name: buf.build/acme/pets\n" };
    expect(extract({ ...second, "proto/acme/pet.proto": "package acme;" }).artifacts).toMatchObject([
      { name: "buf.build/acme/pets", sourceFile: "buf.yaml", sourceLine: 4 },
      { name: "github.com/acme/app" },
    ]);
  });
});

const USER = `syntax = "proto3";
package acme.app.v1;
import "acme/pets/v1/pet.proto";
// import "acme/gone.proto";
import "acme/app/v1/own.proto";
import "google/protobuf/timestamp.proto";
message Owner {
  pets.v1.Pet pet = 1;
  Own own = 2;
  .acme.pets.v1.Kind kind = 3 [(acme.options.v1.field) = true];
  int32 size = 4;
}
`;
const FILES = {
  "proto/acme/app/v1/user.proto": USER,
  "proto/acme/app/v1/own.proto": "package acme.app.v1;\nmessage Own {}",
};
const USED = [
  { kind: "file", name: "acme/pets/v1/pet.proto", line: 3 },
  { kind: "definition", name: "acme.app.v1.Owner:pets.v1.Pet", line: 8 },
  { kind: "definition", name: "acme.pets.v1.Kind", line: 10 },
  { kind: "definition", name: "acme.app.v1.Owner:acme.options.v1.field", line: 10 },
].map((each) => ({ ...each, file: "proto/acme/app/v1/user.proto" }));

describe("a module of others", () => {
  it("is a dependency in buf.yaml, with the commit of buf.lock and what the files import", () => {
    const { declarations } = extract({
      ...FILES,
      "proto/buf.yaml":
        "version: v1\n# - buf.build/acme/gone\ndeps:\n  - buf.build/acme/pets:main\n  - buf.build/acme/options\n",
      "proto/buf.lock":
        "version: v2\ndeps:\n  - name: buf.build/acme/pets\n    commit: abc\n    digest: b5:1\n",
    });
    expect(declarations).toMatchObject([
      {
        dependencyType: "protobuf_module",
        artifact: "buf.build/acme/pets",
        versionConstraint: "main",
        sourceLine: 4,
        lookups: ["protobuf_module:buf.build/acme/pets"],
        role: "build",
        locked: { version: "abc", file: "proto/buf.lock", line: 4 },
        arguments: USED,
      },
      { artifact: "buf.build/acme/options", versionConstraint: null, locked: { version: null, line: null } },
    ]);
  });

  it("is an input of buf.gen.yaml, of which generated code may use anything", () => {
    const { declarations } = extract({
      "buf.gen.yaml":
        "version: v2\ninputs:\n  - directory: proto\n  - module: buf.build/acme/pets:v1\n  - git_repo: https://github.com/acme/protos.git\n    tag: v2\n  - git_repo: https://github.com/acme/app.git\n",
    });
    expect(declarations).toMatchObject([
      { artifact: "buf.build/acme/pets", versionConstraint: "v1", sourceLine: 4, arguments: [] },
      {
        artifact: "github.com/acme/protos",
        versionConstraint: "v2",
        lookups: ["protobuf_module:github.com/acme/protos", "git:github.com/acme/protos"],
        openArguments: { definition: "Generated code is not read" },
      },
    ]);
  });

  it("is a submodule if files import what the repository does not have", () => {
    const modules = '[submodule "pets"]\n\tpath = proto/pets\n\turl = https://github.com/acme/pets.git\n';
    const commits = { "proto/pets": "a".repeat(40) };
    expect(extract({ ...FILES, ".gitmodules": modules }, { commits }).declarations).toMatchObject([
      { dependencyType: "git_repository", sourceLine: 3 },
      {
        dependencyType: "protobuf_module",
        artifact: "github.com/acme/pets",
        versionConstraint: "a".repeat(40),
        sourceLine: 1,
        lookups: ["protobuf_module:github.com/acme/pets"],
        requiresProducer: true,
        arguments: USED,
      },
    ]);
    // A workspace of Buf has both.
    const buf = { ...FILES, ".gitmodules": modules, "proto/buf.yaml": "deps: [buf.build/acme/options]\n" };
    expect(extract(buf, { commits }).declarations.map(({ evidence }) => evidence.rule)).toEqual([
      "gitsubmodules.url",
      "protobuf.dep",
      "protobuf.submodule",
    ]);
    const alone = {
      ".gitmodules": modules,
      "a.proto": 'package a; import "google/protobuf/any.proto"; import "a.proto";',
    };
    expect(extract(alone, { commits }).declarations).toHaveLength(1);
  });

  it("is not declared by files of tests, nor as a dependency on itself", () => {
    const deps =
      "name: buf.build/acme/pets\ndeps: [buf.build/acme/pets, buf.build/acme/options, not a module]\n";
    expect(extract({ "buf.yaml": deps, "tests/a.proto": USER }).declarations).toMatchObject([
      { artifact: "buf.build/acme/options", arguments: [], locked: null },
    ]);
  });
});
