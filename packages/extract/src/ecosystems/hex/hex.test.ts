import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { hex } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [hex]);

const declared = (text: string): string[] =>
  extract({ "mix.exs": text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

const MANIFEST = `defmodule Shop.MixProject do
  use Mix.Project

  @version "1.4.0"
  @kit "~> 2.1"

  def project do
    [
      app: :shop,
      version: @version,
      aliases: [test: ["ecto.create", "test"]],
      deps: deps()
    ]
  end

  def application, do: [mod: {Shop.Application, []}, extra: {:no, "1.0"}]

  # {:comment, "~> 1.0"}
  defp deps do
    [
      {:kit, @kit},
      {:kit, "~> 2.1", only: [:dev, :test]},
      {:log, "#{@kit} and != 2.3.0", hex: :acme_log},
      {:auth, github: "acme/auth", tag: "v1.0.0"},
      {:net, git: "git@github.com:acme/net.git", branch: "main"},
      {:api, [git: "https://git.acme.io/api.git", ref: "0123456789abcdef0123456789abcdef01234567"]},
      {:local, path: "apps/local"},
      {:outside, path: "../outside"},
      {:sibling, in_umbrella: true},
      {:any, ">= 0.0.0", [runtime: false]},
      {:unknown, version()}
    ]
  end

  defp package, do: [name: "acme_shop", links: %{"x" => ~s(a "b")}]
  @moduledoc """
  {:no, "1"}
  """
end
`;
const DECLARED = [
  "21 hex.dependency kit ~> 2.1",
  "22 hex.dependency kit ~> 2.1",
  "23 hex.dependency log acme_log ~> 2.1 and != 2.3.0",
  "24 hex.dependency auth https://github.com/acme/auth.git#v1.0.0",
  "25 hex.dependency net git@github.com:acme/net.git#main",
  "26 hex.dependency api https://git.acme.io/api.git#0123456789abcdef0123456789abcdef01234567",
  "28 hex.dependency outside",
  "30 hex.dependency any >= 0.0.0",
  "31 hex.dependency unknown ${version}",
];

describe("hex: declarations", () => {
  it("names the package of a repository", () => {
    const text = `defmodule Shop.MixProject do
  use Mix.Project
  defp deps, do: [{:log, git: "https://github.com/acme/kit.git", sparse: "log"}, {:jason, "~> 1.0"}]
end
`;
    const names = extract({ "mix.exs": text }).declarations.map(({ targetName }) => targetName);
    expect(names).toEqual(["hex_package:log", undefined]);
  });

  it("declares each dependency on its line, not comments, strings or umbrella applications", () => {
    expect(extract({ "mix.exs": MANIFEST }).problems).toEqual([]);
    expect(declared(MANIFEST)).toEqual(DECLARED);
  });

  it("accepts a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${MANIFEST.replaceAll("\n", "\r\n")}`)).toEqual(DECLARED);
  });

  it("looks up a package by its published name or its Git repository", () => {
    const found = extract({ "mix.exs": MANIFEST }).declarations;
    expect(found[2]).toEqual({
      ecosystem: "hex",
      dependencyType: "hex_package",
      sourceFile: "mix.exs",
      sourceLine: 23,
      rawReference: "log acme_log ~> 2.1 and != 2.3.0",
      artifact: "acme_log",
      versionConstraint: "~> 2.1 and != 2.3.0",
      versioning: "hex",
      unbound: null,
      versionComment: null,
      lookups: ["hex_package:acme_log"],
      evidence: { class: "manifest", rule: "hex.dependency" },
      role: "runtime",
      scope: "hex_package:acme_shop",
      locked: null,
    });
    expect(found[3]).toMatchObject({
      versionConstraint: "v1.0.0",
      versioning: "git",
      lookups: ["git:github.com/acme/auth"],
    });
    expect(found.at(-1)?.unbound).toBe("${version}");
  });

  it("declares dependencies listed in the project", () => {
    expect(declared('def project do [app: :a, deps: [{:kit, "1.0"}]] end')).toEqual([
      "1 hex.dependency kit 1.0",
    ]);
  });

  it("declares what functions return that a list of dependencies calls", () => {
    const text = `def deps, do: [kit_dep(), {:log, "~> 1.0", log_options()} | more()]
defp kit_dep do
  case System.fetch_env("KIT_PATH") do
    {:ok, path} -> {:kit, path: path}
    :error -> {:kit, "~> 2.0", only: :test}
  end
end
defp more, do: [net_dep()]
defp net_dep, do: {:net, github: "acme/net"}
defp log_options, do: [only: :dev]
defp aliases, do: [{:test, "1 then 2"}]
`;
    expect(declared(text)).toEqual([
      "1 hex.dependency log ~> 1.0",
      "5 hex.dependency kit ~> 2.0",
      "9 hex.dependency net https://github.com/acme/net.git",
    ]);
    expect(declared('def project, do: [deps: list()]\ndefp list, do: [{:kit, "1.0"}]\n')).toEqual([
      "2 hex.dependency kit 1.0",
    ]);
  });

  it("declares archives that must be installed first", () => {
    const text = 'def project, do: [app: :a, archives: [boot: "~> 1.13", more: more()], deps: []]\n';
    expect(
      extract({ "mix.exs": text, "mix.lock": '%{\n  "log": {:hex, :log, "1.0.0", "00"},\n}\n' }).declarations,
    ).toMatchObject([
      { rawReference: "boot ~> 1.13", role: "build", scope: "hex_package:a", locked: null },
      { rawReference: "more ${more}", unbound: "${more}" },
    ]);
  });

  it("leaves versions open that EEx inserts", () => {
    const text = 'def deps, do: [{:kit, "<%= requirement[:kit] %>", runtime: false}]\n';
    expect(extract({ "new/mix.exs": text }).declarations).toMatchObject([
      { sourceLine: 1, artifact: "kit", unbound: "<%= requirement[:kit] %>", role: "build" },
    ]);
  });

  it("reads templates of projects, which use what they require as an example", () => {
    const text = `defmodule <%= @module %>.MixProject do
  def project, do: [app: :<%= @app %>, version: "<%= @version %>", deps: deps()]
  defp deps do
    [<%= @kit_dep %>,<%= if @web do %>
      {:web, "~> 1.0", only: :dev},<% end %><%=
        inspect [&"#{&1}", 1] %>
      {<%= inspect @log %>, ">= 0.0.0"},
      {:net, "<%= @net %>"}
    ]
  end
end
`;
    const { artifacts, declarations, problems } = extract({
      "templates/mix.exs.eex": text,
      "broken/mix.exs.eex": "def a, do: [<%= if x do %>[<% else %>[<% end %>]",
    });
    expect(declarations).toMatchObject([
      { sourceLine: 5, artifact: "web", versionConstraint: "~> 1.0", role: "example" },
      { sourceLine: 8, artifact: "net", unbound: "${@net}", role: "example" },
    ]);
    expect([artifacts, problems]).toEqual([[], []]);
  });

  it("reads options that are text, a symbol or computed", () => {
    const deps = [
      '{:a, github: "acme/a", tag: "v1"}',
      "{:b, github: :acme, tag: :v1}",
      '{:c, github: "acme/c", tag: tag()}',
    ];
    expect(declared(`def deps, do: [\n${deps.join(",\n")}\n]\n`)).toEqual([
      "2 hex.dependency a https://github.com/acme/a.git#v1",
      "3 hex.dependency b https://github.com/acme.git#v1",
      "4 hex.dependency c https://github.com/acme/c.git#${tag}",
    ]);
  });

  it("declares a package with a Git URL once", () => {
    const text =
      'def deps, do: [\n  {:kit,\n   git: "https://github.com/acme/kit.git"},\n  {:log, [\n   git: "https://github.com/acme/log.git"]}\n]\n';
    const { declarations } = extractFiles({ "mix.exs": text }, [hex, references]);
    expect(declarations.map(({ sourceLine, artifact }) => `${sourceLine} ${artifact}`)).toEqual([
      "2 kit",
      "4 log",
    ]);
  });
});

describe("hex: artifacts", () => {
  it("announces a package by its published name and does not declare it", () => {
    const { artifacts, declarations } = extract({
      "mix.exs": MANIFEST,
      "apps/web/mix.exs": 'def project do [app: :web] end\ndefp deps do [{:acme_shop, "~> 1.0"}] end',
      "test/fixtures/mix.exs": "def project do [app: :fake] end",
    });
    expect(declarations.filter(({ sourceFile }) => sourceFile === "apps/web/mix.exs")).toEqual([]);
    expect(artifacts.map(({ name }) => name)).toEqual(["web", "acme_shop"]);
    expect(artifacts[1]).toEqual({
      ecosystem: "hex",
      artifactType: "hex_package",
      name: "acme_shop",
      version: "1.4.0",
      registryUrl: null,
      sourceFile: "mix.exs",
      sourceLine: 9,
      announces: ["hex_package:acme_shop"],
      evidence: { class: "manifest", rule: "hex.app" },
    });
  });

  it("announces an application that a module attribute names", () => {
    const text = "defmodule M do\n  @app :kit_rpi\n  def project, do: [app: @app, deps: deps()]\nend\n";
    expect(extract({ "mix.exs": text }).artifacts.map(({ name, sourceLine }) => [name, sourceLine])).toEqual([
      ["kit_rpi", 3],
    ]);
    expect(extract({ "mix.exs": text.replace(":kit_rpi", "name()") }).artifacts).toEqual([]);
  });

  it("produces nothing for an umbrella project", () => {
    expect(extract({ "mix.exs": 'def project do [apps_path: "apps"] end' }).artifacts).toEqual([]);
  });
});

describe("hex: problems", () => {
  it.each([
    ['[{:kit, "1.0]', 1],
    ["[\n{:kit\n]", 3],
    ["a\n(", 2],
  ])("reports the line of the problem in %j", (text, line) => {
    const { declarations, problems } = extract({ "mix.exs": text });
    expect(problems.map((each) => [each.line, each.code])).toEqual([[line, "invalid_syntax"]]);
    expect(declarations).toEqual([]);
  });

  it("finds nothing in an empty file", () => {
    expect(extract({ "mix.exs": "" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });
});
