import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { hex } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [hex]);

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const mix = (app: string, deps: string, project = ""): string =>
  `defmodule M do\n  def project, do: [app: :${app}, ${project}deps: deps()]\n  defp deps do\n    [${deps}]\n  end\nend\n`;

const LOCK = `%{
  "kit": {:hex, :acme_kit, "1.4.2", "00", [:mix], [{:gone, "~> 1.0", [hex: :gone, repo: "hexpm", optional: false]}], "hexpm", "00"},
  "net": {:git, "https://github.com/acme/net.git", "${COMMIT}", [branch: "main"]},
}
`;

describe("hex: mix.lock", () => {
  const locks = (files: Record<string, string>): string[] =>
    extract(files).declarations.map(({ artifact, locked }) =>
      locked ? `${artifact}: ${locked.file}:${locked.line} ${locked.version}` : `${artifact}: not locked`,
    );
  const DEPS = '{:kit, "~> 1.0", hex: :acme_kit}, {:net, github: "acme/net"}, {:gone, ">= 0.0.0"}';
  const LOCKED = ["acme_kit: mix.lock:2 1.4.2", `net: mix.lock:3 ${COMMIT}`, "gone: not locked"];

  it("locks the applications of its folder, of an umbrella and of projects that name it", () => {
    expect(locks({ "mix.exs": mix("a", DEPS), "mix.lock": LOCK })).toEqual(LOCKED);
    expect(locks({ "mix.exs": mix("a", DEPS), "mix.lock": LOCK.replaceAll("\n", "\r\n") })).toEqual(LOCKED);
    const umbrella = 'defmodule U do\n  def project, do: [apps_path: "apps"]\nend\n';
    expect(locks({ "mix.exs": umbrella, "apps/a/mix.exs": mix("a", DEPS), "mix.lock": LOCK })).toEqual(
      LOCKED,
    );
    const stated = mix("a", DEPS, 'lockfile: "../mix.lock", ');
    expect(locks({ "x/mix.exs": stated, "mix.lock": LOCK })).toEqual(LOCKED);
  });

  it("does not lock other projects below it", () => {
    expect(locks({ "x/mix.exs": mix("a", '{:kit, "~> 1.0"}'), "mix.lock": LOCK })).toEqual([
      "kit: not locked",
    ]);
  });

  it("reports nothing if it is broken, and locks without a version", () => {
    const { declarations, problems } = extract({
      "mix.exs": mix("a", '{:kit, "~> 1.0"}'),
      "mix.lock": "<<<<<<< HEAD\n{{\n",
    });
    expect(problems).toEqual([]);
    expect(declarations).toMatchObject([{ locked: { version: null, file: "mix.lock", line: null } }]);
  });
});

describe("hex: role, scope and composition", () => {
  it("follow from the options of a dependency and its project", () => {
    const deps = `{:a, "1"},
      {:b, "1", only: :test},
      {:c, "1", only: [:dev, :test], runtime: false},
      {:d, "1", only: [:dev, :prod]},
      {:e, "1", [runtime: false]},
      {:f, "1", runtime: Mix.env() == :dev},
      {:g, "1", runtime: true, optional: true}`;
    const places = (files: Record<string, string>): string[] =>
      extract(files).declarations.map(({ artifact, role, scope }) => `${artifact}: ${role} ${scope}`);
    expect(places({ "mix.exs": mix("shop", deps) })).toEqual([
      "a: runtime hex_package:shop",
      "b: test null",
      "c: dev null",
      "d: runtime hex_package:shop",
      "e: build hex_package:shop",
      "f: build hex_package:shop",
      "g: runtime hex_package:shop",
    ]);
    const umbrella = 'defmodule U do\n  def project, do: [apps_path: "apps", deps: [{:a, "1"}]]\nend\n';
    expect(places({ "mix.exs": mix("kit", ""), "u/mix.exs": umbrella })).toEqual(["a: runtime unit:hex:u"]);
  });

  it("builds packages of the repository into the projects that need them", () => {
    const { compositions, declarations } = extract({
      "apps/core/mix.exs": mix("core", ""),
      "apps/mocks/mix.exs": mix("mocks", ""),
      "apps/web/mix.exs": mix(
        "web",
        '{:core, in_umbrella: true}, {:kit, path: "../../kit"}, {:mocks, in_umbrella: true, only: :test}',
      ),
      "kit/mix.exs": mix("kit", '{:core, "~> 1.0"}, {:web, github: "other/web"}'),
    });
    expect(compositions).toEqual([
      { outer: "hex_package:web", inner: "hex_package:core" },
      { outer: "hex_package:web", inner: "hex_package:kit" },
      { outer: "hex_package:kit", inner: "hex_package:core" },
    ]);
    expect(declarations).toEqual([]);
  });
});
