import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { golang } from "./index.ts";

const extract = (files: Record<string, string>, fullPath = "acme/app", withSourceInterfaces = true) =>
  extractFiles(files, [golang], {
    fullPath,
    cloneUrl: `https://github.com/${fullPath}.git`,
    withSourceInterfaces,
  });

const MODULE = "module github.com/acme/app\n\ngo 1.24\n\nrequire github.com/acme/kit v1.2.0\n";

/** `name file:line` of the members of the first interface. */
const exported = (files: Record<string, string>): string[] =>
  (extract({ "go.mod": MODULE, ...files }).interfaces?.[0]?.members ?? []).map(
    ({ name, file, line }) => `${name} ${file}:${line}`,
  );

/** `name file:line` of the arguments of the first declaration. */
const used = (files: Record<string, string>): string[] | undefined =>
  extract({ "go.mod": MODULE, ...files }).declarations[0]?.arguments?.map(
    ({ name, file, line }) => `${name} ${file}:${line}`,
  );

describe("golang: exported names", () => {
  it("has functions, types, constants and variables by package, without methods and private names", () => {
    const text = `// Package app does things.
package app

import "fmt"

// Do does.
func Do[T any](in T) error { return nil }
func do() {}
func (c *Client) Close() {}

type Client struct {
	Name string
}
type (
	A = B
	Pair[K comparable, V any] struct {
		First K
	}
)

const Version, Build = "1", "2"
const (
	First = iota
	Second
	third
	Fourth, Fifth = 1,
		Sixth
)

var Default = Client{Name: "x"}
var (
	X, Y int = 1, 2
	Sum = Left +
		Right
)
`;
    expect(exported({ "app.go": text })).toEqual([
      ". app.go:2",
      ".A app.go:15",
      ".Build app.go:21",
      ".Client app.go:11",
      ".Default app.go:30",
      ".Do app.go:7",
      ".Fifth app.go:26",
      ".First app.go:23",
      ".Fourth app.go:26",
      ".Pair app.go:16",
      ".Second app.go:24",
      ".Sum app.go:33",
      ".Version app.go:21",
      ".X app.go:32",
      ".Y app.go:32",
    ]);
  });

  it("ignores comments, strings and functions that look like declarations", () => {
    const text = `package gen
/*
func Commented() {}
*/
const template = \`
func Generated() {}
type Generated2 struct{}
\`
const quote = '"'
func inner() {
	type Local struct{}
	const Other = 1 // func X() {}
	var s = "\\"; func Y() {"
}
func After() {}
`;
    expect(exported({ "gen/gen.go": text })).toEqual(["gen gen/gen.go:1", "gen.After gen/gen.go:15"]);
  });

  it("leaves out tests, programs, internal packages and folders that Go ignores", () => {
    const text = "package x\n\nfunc Do() {}\n";
    expect(
      exported({
        "x_test.go": text,
        "cmd/x/main.go": "package main\n\nfunc Do() {}\n",
        "internal/x.go": text,
        "a/internal/b/x.go": text,
        "testdata/x.go": text,
        "_old/x.go": text,
        ".hidden/x.go": text,
        "internals/x.go": text,
      }),
    ).toEqual(["internals internals/x.go:1", "internals.Do internals/x.go:3"]);
  });

  it("gives the packages of a nested module to that module only, which consumers must require too", () => {
    const { interfaces } = extract({
      "go.mod": MODULE,
      "sub/go.mod": "module github.com/acme/app/sub\n",
      "sub/x.go": "package sub\n\nfunc Do() {}\n",
      "sub/v2/go.mod": "module github.com/acme/other\n",
      "sub/v2/x.go": "package other\n",
    });
    expect(interfaces?.map(({ scope, members }) => [scope, ...members.map(({ name }) => name)])).toEqual([
      ["go_module:github.com/acme/app"],
      ["go_module:github.com/acme/app/sub", ".", ".Do"],
    ]);
  });

  it("is open if a file of the module was not read", () => {
    const { interfaces } = extract({ "go.mod": MODULE, "x.go": "package x\n" });
    expect(interfaces?.[0]?.open).toBeUndefined();
    const files = { "go.mod": MODULE };
    const tree = [...Object.keys(files), "pkg/large.go"];
    expect(extractTree(files, tree)?.[0]?.open).toEqual({ name: "pkg/large.go was not read" });
    expect(
      extractTree(files, ["vendor/x/large.go", "x_test.go", "internal/y.go"])?.[0]?.open,
    ).toBeUndefined();
  });

  it("is only read on demand", () => {
    const files = { "go.mod": MODULE, "x.go": "package x\n\nfunc Do() {}\n" };
    expect(extract(files, "acme/app", false).interfaces).toBeUndefined();
  });

  it.each(["", "package", "func", "const (", "var X, ", "type (\n\tA", "`", "/*", "}\nfunc X(", "\0"])(
    "survives %j",
    (text) => {
      const { problems } = extract({ "go.mod": MODULE, "x.go": text });
      expect(problems).toEqual([]);
    },
  );
});

function extractTree(files: Record<string, string>, paths: readonly string[]) {
  const all = Object.fromEntries(paths.map((path) => [path, ""]));
  const extraction = new RepositoryExtraction({ ...IDENTITY, withSourceInterfaces: true }, [golang]);
  for (const [path, text] of Object.entries(files)) extraction.addFile(path, new TextEncoder().encode(text));
  return extraction.finish(
    Object.keys({ ...files, ...all }).map((path) => ({ path, mode: "100644", oid: "0".repeat(40) })),
  ).interfaces;
}

const IDENTITY = { fullPath: "acme/app", cloneUrl: "https://github.com/acme/app.git" };

describe("golang: imported names", () => {
  it("passes the packages that files import and the names that they select, each on its lines", () => {
    const text = `package app

import (
	"fmt"

	"github.com/acme/kit"
	retry "github.com/acme/kit/retry/backoff"
	"github.com/other/kit2"
)

// kit.Comment is not used, nor is "kit.Text".
func Do() {
	kit.Do(retry.New(), "kit.Text", kit2.Do)
	fmt.Println(kit.Do, \`
kit.Raw\`, x.kit.Field)
	kit.private()
}
`;
    expect(
      used({ "x.go": text, "x_test.go": 'package app\nimport "github.com/acme/kit"\nvar _ = kit.Test\n' }),
    ).toEqual([
      ". x.go:6",
      ".Do x.go:13",
      "retry/backoff x.go:7",
      "retry/backoff.New x.go:13",
      ".Test x_test.go:3",
      ".Do x.go:14",
      ". x_test.go:2",
    ]);
  });

  it.each([
    ["github.com/acme/kit/go-client", "client"],
    ["github.com/acme/kit/yaml.v3", "yaml"],
    ["github.com/acme/kit/client-go", "client"],
    ["github.com/acme/kit/semver/v2", "semver"],
    ["github.com/acme/kit/git-url", "giturl"],
  ])("finds the package of %s", (path, name) => {
    const folder = path.slice("github.com/acme/kit/".length);
    expect(used({ "x.go": `package x\n\nimport "${path}"\n\nvar _ = ${name}.Do\n` })).toEqual([
      `${folder} x.go:3`,
      `${folder}.Do x.go:5`,
    ]);
  });

  it("passes the package of an import without selectors", () => {
    const imports = '_ "github.com/acme/kit/driver"\n\t. "github.com/acme/kit"\n\t"github.com/acme/kit/odd"';
    expect(used({ "x.go": `package x\n\nimport (\n\t${imports}\n)\n\nvar _ = Do\n` })).toEqual([
      "driver x.go:4",
      ". x.go:5",
      "odd x.go:6",
    ]);
  });

  it("leaves out selectors that may be those of a variable", () => {
    const text = `package app

import "github.com/acme/kit"

func A() {
	kit := kit.New()
	kit.Shadowed()
}

func B(ctx Context, kit *Kit) {
	kit.Shadowed()
}

func C() {
	if kit, err := Make(); err != nil {
		kit.Shadowed()
	}
	var kit Kit
}

func D() { kit.Do() }
`;
    expect(used({ "x.go": text })).toEqual([". x.go:3", ".New x.go:6", ".Do x.go:21"]);
  });

  it("assigns an import to the longest module, and to the module that replaces it", () => {
    const goMod = `module github.com/acme/app
require (
	github.com/acme/kit v1.2.0
	github.com/acme/kit/sub v1.0.0
	github.com/acme/old v1.0.0
)
replace github.com/acme/old => github.com/acme/fork v1.0.1
`;
    const text = `package x
import (
	"github.com/acme/kit/sub/deep"
	"github.com/acme/kit/subway"
	"github.com/acme/old/x"
)
var _ = []any{deep.A, subway.B, x.C}
`;
    const { declarations } = extract({ "go.mod": goMod, "x.go": text });
    expect(declarations.map((one) => [one.artifact, one.arguments?.map(({ name }) => name)])).toEqual([
      ["github.com/acme/kit", ["subway", "subway.B"]],
      ["github.com/acme/kit/sub", ["deep", "deep.A"]],
      ["github.com/acme/old", undefined],
      ["github.com/acme/fork", ["x", "x.C"]],
    ]);
  });

  it("only reads imports of the same organization, on any of its hosts", () => {
    const goMod =
      "module x\nrequire (\n\tgithub.com/other/kit v1.0.0\n\tacme.dev/kit v1.0.0\n\tgithub.com/acme/app v1.0.0\n)\n";
    const imports = ["github.com/other/kit", "acme.dev/kit", "github.com/acme/app"];
    const text = `package x\nimport (\n${imports.map((one, at) => `\tk${at} "${one}"`).join("\n")}\n)\nvar _ = []any{k0.A, k1.B, k2.C}\n`;
    const found = (cloneUrl: string | null) =>
      extractFiles({ "go.mod": goMod, "x.go": text }, [golang], {
        fullPath: "acme/app",
        cloneUrl,
      }).declarations.map((one) => [one.artifact, one.arguments?.map(({ name }) => name)]);
    const expected = [
      ["github.com/other/kit", undefined],
      ["acme.dev/kit", [".", ".B"]],
    ];
    expect(found("https://github.com/acme/app.git")).toEqual(expected);
    expect(found(null).slice(0, 2)).toEqual(expected);
  });

  it("orders the first use of each name before the others", () => {
    const text = 'package x\nimport "github.com/acme/kit"\nvar _ = kit.A\n';
    expect(
      used({ "a.go": text, "a_test.go": text, "b.go": text.replace("kit.A", "[]any{kit.A, kit.B}") }),
    ).toEqual([
      ". a.go:2",
      ".A a.go:3",
      ".B b.go:3",
      ". b.go:2",
      ".A b.go:3",
      ". a_test.go:2",
      ".A a_test.go:3",
    ]);
  });

  it("orders the second use of each name before the third ones", () => {
    const text = 'package x\nimport "github.com/acme/kit"\nvar _ = kit.A\nvar _ = kit.A\nvar _ = kit.A\n';
    const rare = 'package x\nimport kit "github.com/acme/kit/rare"\nvar _ = kit.R\nvar _ = kit.R\n';
    const found = used({ "a.go": text, "z.go": rare }) ?? [];
    expect(found.indexOf("rare.R z.go:4")).toBeLessThan(found.indexOf(".A a.go:5"));
  });
});
