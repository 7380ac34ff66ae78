import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { hex } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [hex, references]);

const CONFIG = `%% {deps, [no]}.
{erl_opts, [debug_info, {d, 'X', $"}, #{a => "b"}, fun(X) -> X end, 1.5, -2]}.
{deps, [
    kit,
    {log, "~> 1.0"},
    {auth, "1.2.0", {pkg, acme_auth}},
    {net, {git, "https://github.com/acme/net", {tag, "v1"}}},
    {old, ".*", {git, "https://github.com/acme/old.git", {branch, "main"}}, [raw]},
    {part, {git_subdir, "https://github.com/acme/big", {ref, "0123456"}, "apps/part"}},
    {if_version_below, "24", {no, "1.0"}},
    {if_var_true, tools, no},
    {F, "1.0"}
]}.
{plugins, [rebar3_kit]}.
{project_plugins, [{rebar3_doc, "~> 0.2"}]}.
{profiles, [
    {test, [{deps, [meck]}, {plugins, [cover]}]},
    {prod, [{deps, [live]}]},
    {docs, [{deps, [pages]}]}
]}.
`;
const APP = `{application, shop, [
  {description, "A shop, \\"open\\"."},
  {vsn, "1.4.0"},
  {pkg_name, acme_shop},
  {applications, [kernel, stdlib]}
]}.
`;

describe("hex: Rebar", () => {
  it("declares dependencies and plugins by their profile", () => {
    const { declarations, problems } = extract({ "rebar.config": CONFIG, "src/shop.app.src": APP });
    expect(problems).toEqual([]);
    expect(
      declarations.map(
        ({ sourceLine, rawReference, role, scope }) => `${sourceLine} ${rawReference}: ${role} ${scope}`,
      ),
    ).toEqual([
      "4 kit: runtime hex_package:acme_shop",
      "5 log ~> 1.0: runtime hex_package:acme_shop",
      "6 auth acme_auth 1.2.0: runtime hex_package:acme_shop",
      "7 net https://github.com/acme/net#v1: runtime hex_package:acme_shop",
      "8 old https://github.com/acme/old.git#main: runtime hex_package:acme_shop",
      "9 part https://github.com/acme/big#0123456: runtime hex_package:acme_shop",
      "14 rebar3_kit: build hex_package:acme_shop",
      "15 rebar3_doc ~> 0.2: dev null",
      "17 meck: test null",
      "17 cover: test null",
      "18 live: runtime hex_package:acme_shop",
      "19 pages: dev null",
    ]);
  });

  it("announces the application by its published name, and once if Mix describes it, too", () => {
    expect(extract({ "src/shop.app.src": APP }).artifacts).toEqual([
      {
        ecosystem: "hex",
        artifactType: "hex_package",
        name: "acme_shop",
        version: "1.4.0",
        registryUrl: null,
        sourceFile: "src/shop.app.src",
        sourceLine: 1,
        announces: ["hex_package:acme_shop"],
        evidence: { class: "manifest", rule: "hex.app" },
      },
    ]);
    const app = (name: string, version: string): string => `{application, '${name}', [{vsn, ${version}}]}.`;
    const { artifacts, declarations } = extract({
      "mix.exs": 'def project, do: [app: :shop, version: "1.0.0"]',
      "rebar.config": "{deps, [log, web]}.",
      "src/shop.app.src": app("shop", "git"),
      "apps/web/src/web.app.src": app("web", "git"),
      "tool/ebin/tool.app": app("tool", '"2.0"'),
      "_build/ebin/no.app": app("no", '"2.0"'),
      "test/a_SUITE_data/src/no.app.src": app("no", '"2.0"'),
      "priv/templates/src/no.app.src": "{application, {{name}}, []}.",
    });
    expect(artifacts.map(({ name, version, sourceFile }) => [name, version, sourceFile])).toEqual([
      ["shop", "1.0.0", "mix.exs"],
      ["web", null, "apps/web/src/web.app.src"],
      ["tool", "2.0", "tool/ebin/tool.app"],
    ]);
    expect(declarations.map(({ artifact, scope }) => [artifact, scope])).toEqual([
      ["log", "hex_package:shop"],
    ]);
  });

  it("locks packages and commits, also those of applications", () => {
    const lock = `{"1.2.0",
[{<<"log">>,{pkg,<<"log">>,<<"1.0.3">>},0},
 {<<"net">>,
  {git,"https://github.com/acme/net",
       {ref,"0123456789abcdef0123456789abcdef01234567"}},
  0}]}.
[{pkg_hash,[{<<"log">>, <<"0F45">>}]}].
`;
    const config = '{deps, [{log, "~> 1.0"}, {net, {git, "https://github.com/acme/net"}}, gone]}.';
    const { declarations } = extract({
      "rebar.config": config,
      "rebar.lock": lock,
      "apps/a/rebar.config": "{deps, [log]}.",
      "other/a/rebar.config": "{deps, [log]}.",
    });
    expect(
      declarations.map(({ sourceFile, artifact, locked }) => [
        sourceFile,
        artifact,
        locked?.version,
        locked?.line,
      ]),
    ).toEqual([
      ["apps/a/rebar.config", "log", "1.0.3", 2],
      ["other/a/rebar.config", "log", undefined, undefined],
      ["rebar.config", "log", "1.0.3", 2],
      ["rebar.config", "net", "0123456789abcdef0123456789abcdef01234567", 3],
      ["rebar.config", "gone", undefined, undefined],
    ]);
  });

  it.each([
    ["{deps, [\n{kit]}.", 2],
    ["\n{deps", 2],
    ['{a, "b}.', 1],
  ])("reports the line of the problem in %j", (text, line) => {
    expect(extract({ "rebar.config": text }).problems.map((each) => [each.line, each.code])).toEqual([
      [line, "invalid_syntax"],
    ]);
  });
});
