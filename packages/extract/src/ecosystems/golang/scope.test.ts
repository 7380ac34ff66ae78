import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { golang } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [golang]);

/** `artifact role scope` of every declaration. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, role, scope }) => `${artifact} ${role} ${scope}`);

const compositions = (files: Record<string, string>): string[] =>
  extract(files).compositions.map(({ outer, inner }) => `${outer} < ${inner}`);

const LOG = "require acme.example/log v1.0.0\n";

describe("golang: roles", () => {
  it("treats tools as developer tooling, and indirect requirements like direct ones", () => {
    const goMod = `module acme.example/app
tool acme.example/lint/cmd/lint
require acme.example/lint v1.0.0 // indirect
${LOG}`;
    expect(roles({ "go.mod": goMod })).toEqual([
      "acme.example/lint dev null",
      "acme.example/lint runtime go_module:acme.example/app",
      "acme.example/log runtime go_module:acme.example/app",
    ]);
  });

  it.each([
    [
      "a tools.go",
      { "internal/tools/go.mod": `module tools\n${LOG}`, "internal/tools/tools.go": "package x" },
    ],
    ["a tool directive", { "tools/go.mod": `module tools\ntool acme.example/log/cmd\n${LOG}` }],
    ["Bingo", { ".bingo/log.mod": "", ".bingo/go.mod": `module _\n${LOG}` }],
  ])("treats a module of tools as developer tooling, recognized by %s", (_, files) => {
    expect(new Set(roles(files))).toEqual(new Set(["acme.example/log dev null"]));
  });

  it("does not treat every module in a folder tools as tooling", () => {
    expect(roles({ "tools/go.mod": `module acme.example/tools\n${LOG}`, "main/tools.go": "" })).toEqual([
      "acme.example/log runtime go_module:acme.example/tools",
    ]);
  });
});

describe("golang: scopes", () => {
  it("are the module, also below another one and if nothing can fetch it", () => {
    const files = {
      "go.mod": `module github.com/acme/app\n${LOG}`,
      "api/go.mod": `module github.com/acme/app/api\n${LOG}`,
      "copy/go.mod": `module github.com/acme/app\n${LOG}`,
    };
    expect(roles(files)).toEqual([
      "acme.example/log runtime go_module:github.com/acme/app/api",
      "acme.example/log runtime unit:golang:copy",
      "acme.example/log runtime go_module:github.com/acme/app",
    ]);
  });
});

describe("golang: compositions", () => {
  it("contain modules that a folder replaces", () => {
    const files = {
      "svc/go.mod": `module acme.example/svc\n${LOG}replace acme.example/log => ../log/\n`,
      "log/go.mod": "module acme.example/log\n",
    };
    expect(compositions(files)).toEqual(["go_module:acme.example/svc < go_module:acme.example/log"]);
  });

  it("contain modules of a workspace, replaced by a go.work or used by it", () => {
    const files = {
      "svc/go.mod": `module acme.example/svc\n${LOG}require acme.example/auth v1.0.0\n`,
      "log/go.mod": "module acme.example/log\n",
      "own/auth/go.mod": "module acme.example/auth\n",
      "go.work": "use (\n\t./svc\n\t./log\n)\nreplace acme.example/auth => ./own/auth\n",
    };
    expect(compositions(files)).toEqual([
      "go_module:acme.example/svc < go_module:acme.example/log",
      "go_module:acme.example/svc < go_module:acme.example/auth",
    ]);
  });

  it("contain released modules of the repository", () => {
    const files = {
      "cli/go.mod": "module github.com/acme/app/cli\nrequire github.com/acme/app v1.4.0\n",
      "go.mod": "module github.com/acme/app\n",
    };
    expect(compositions(files)).toEqual([
      "go_module:github.com/acme/app/cli < go_module:github.com/acme/app",
    ]);
  });

  it("contain neither tools nor folders without a module", () => {
    const files = {
      "go.mod": `module acme.example/app\n${LOG}replace acme.example/log => ./log\ntool acme.example/gen/cmd\n`,
      "gen/go.mod": "module acme.example/gen\n",
      "tools/go.mod": "module tools\nrequire acme.example/gen v1.0.0\n",
      "tools/tools.go": "",
    };
    expect(compositions(files)).toEqual([]);
  });
});
