import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { golang } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [golang]);

/** `line rule rawReference` of every declaration of one go.mod. */
const declared = (goMod: string): string[] =>
  extract({ "go.mod": goMod }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

describe("golang: replace", () => {
  it("declares the target in addition to the redirected require", () => {
    const { declarations } = extract({
      "go.mod": `module github.com/acme/app
require github.com/other/log v1.4.0
replace github.com/other/log => github.com/acme/log-fork v1.4.1
replace (
	github.com/other/auth v1.0.0 => github.com/acme/auth v1.0.1
)
`,
    });
    expect(
      declarations.map(({ sourceLine, artifact, versionConstraint, rawReference, evidence }) => ({
        sourceLine,
        artifact,
        versionConstraint,
        rawReference,
        rule: evidence.rule,
      })),
    ).toEqual([
      {
        sourceLine: 2,
        artifact: "github.com/other/log",
        versionConstraint: "v1.4.0",
        rawReference: "github.com/other/log v1.4.0",
        rule: "golang.require",
      },
      {
        sourceLine: 3,
        artifact: "github.com/acme/log-fork",
        versionConstraint: "v1.4.1",
        rawReference: "github.com/acme/log-fork v1.4.1",
        rule: "golang.replace",
      },
      {
        sourceLine: 5,
        artifact: "github.com/acme/auth",
        versionConstraint: "v1.0.1",
        rawReference: "github.com/acme/auth v1.0.1",
        rule: "golang.replace",
      },
    ]);
  });

  it("makes a require local if a folder of the repository replaces it", () => {
    const files = {
      "svc/go.mod": `module acme.example/svc
require acme.example/log v1.4.0
replace acme.example/log => ../log
`,
    };
    expect(extract(files).declarations).toEqual([]);
  });

  it("applies to the stated version only", () => {
    expect(
      declared(`module acme.example/svc
require acme.example/log v1.4.0
require acme.example/auth v1.0.0
replace acme.example/log v1.3.0 => ./log
replace acme.example/auth v1.0.0 => ./auth
`),
    ).toEqual(["2 golang.require acme.example/log v1.4.0"]);
  });

  it("keeps a require that a folder outside the repository replaces", () => {
    const result = declared(`module acme.example/svc
require acme.example/log v1.4.0
require acme.example/auth v1.0.0
replace acme.example/log => ../log
replace acme.example/auth => /src/auth
`);
    expect(result).toEqual([
      "2 golang.require acme.example/log v1.4.0",
      "3 golang.require acme.example/auth v1.0.0",
    ]);
  });
});

describe("golang: tool", () => {
  it("takes the version of the tool's required module", () => {
    const { declarations } = extract({
      "go.mod": `module github.com/acme/app
tool (
	golang.org/x/tools/cmd/stringer
)
require golang.org/x v0.1.0
require golang.org/x/tools v0.30.0
`,
    });
    expect(declarations[0]).toMatchObject({
      sourceLine: 3,
      rawReference: "golang.org/x/tools/cmd/stringer",
      artifact: "golang.org/x/tools",
      versionConstraint: "v0.30.0",
      lookups: [
        "go_module:golang.org/x/tools",
        "git:golang.org/x/tools",
        "convention:go_module:golang.org/x/tools",
      ],
      evidence: { class: "manifest", rule: "golang.tool" },
    });
  });

  it("declares a tool without a required module without a constraint", () => {
    const { declarations } = extract({
      "go.mod": "module github.com/acme/app\ntool github.com/acme/lint/cmd/lint\n",
    });
    expect(declarations[0]).toMatchObject({
      artifact: "github.com/acme/lint/cmd/lint",
      versionConstraint: null,
      lookups: [
        "go_module:github.com/acme/lint/cmd/lint",
        "git:github.com/acme/lint",
        "convention:go_module:github.com/acme/lint/cmd/lint",
      ],
    });
  });

  it("ignores tools of the module itself and of local modules", () => {
    expect(
      declared(`module acme.example/app
tool acme.example/app/cmd/generate
tool acme.example/lint/cmd/lint
require acme.example/lint v1.0.0
replace acme.example/lint => ./lint
`),
    ).toEqual([]);
  });
});

describe("golang: go.work", () => {
  const MEMBERS = {
    "api/go.mod": "module acme.example/api\nrequire acme.example/log v1.0.0\n",
    "log/go.mod": "module acme.example/log\n",
  };

  it("makes its modules local to each other", () => {
    const files = { ...MEMBERS, "go.work": "go 1.24\nuse (\n\t./api\n\t./log // ours\n)\n" };
    expect(extract(files).declarations).toEqual([]);
  });

  it("does not affect modules that it does not use", () => {
    const files = { ...MEMBERS, "go.work": "use ./api\n", "old/go.work": "use ../log\n" };
    expect(extract(files).declarations).toHaveLength(1);
  });

  it("applies its replace entries to each of its modules", () => {
    const files = {
      "api/go.mod": "module acme.example/api\nrequire acme.example/log v1.0.0\n",
      "go.work": "use ./api\nreplace acme.example/log => ./third/log\n",
    };
    expect(extract(files).declarations).toEqual([]);
  });
});
