import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { sbt } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [sbt]);

const declared = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(
    ({ sourceFile, sourceLine, rawReference, role }) => `${sourceFile}:${sourceLine} ${rawReference} ${role}`,
  );

const produced = (files: Record<string, string>): string[] =>
  extract(files).artifacts.map(({ name, version }) => `${name} ${version}`);

describe("modules", () => {
  it.each([
    ["a Scala module", `"io.acme" %% "kit" % "1.2"`, ["1 io.acme:kit:1.2 runtime"]],
    ["a Java module", `"io.acme" % "kit" % "1.2"`, ["1 io.acme:kit:1.2 runtime"]],
    ["a Scala.js module", `"io.acme" %%% "kit" % "1.2"`, ["1 io.acme:kit:1.2 runtime"]],
    ["the configuration Test", `"io.acme" %% "kit" % "1.2" % Test`, ["1 io.acme:kit:1.2 test"]],
    ["several configurations", `"io.acme" %% "kit" % "1.2" % "test,it"`, ["1 io.acme:kit:1.2 test"]],
    [
      "a mapped configuration",
      `"io.acme" %% "kit" % "1" % "compile->compile;test->test"`,
      ["1 io.acme:kit:1 runtime"],
    ],
    ["exclusions", `"io.acme" %% "kit" % "1.2" exclude ("io.acme", "log")`, ["1 io.acme:kit:1.2 runtime"]],
    [
      "called exclusions",
      `("io.acme" %% "kit" % "1.2").excludeAll(ExclusionRule("io.acme", "log")) % Test`,
      ["1 io.acme:kit:1.2 test"],
    ],
    [
      "another binary version",
      `("io.acme" %% "kit" % "1.2").cross(CrossVersion.for3Use2_13)`,
      ["1 io.acme:kit:1.2 runtime"],
    ],
    [
      "a version for all",
      `Seq("io.acme" %% "kit", "io.acme" %% "log").map(_ % "3")`,
      ["1 io.acme:kit:3 runtime", "1 io.acme:log:3 runtime"],
    ],
    ["a configuration for all", `Seq("io.acme" %% "kit" % "3").map(_ % Test)`, ["1 io.acme:kit:3 test"]],
    [
      "names",
      `Seq("kit", "log").map(name => "io.acme" %% name % "3")`,
      ["1 io.acme:kit:3 runtime", "1 io.acme:log:3 runtime"],
    ],
    [
      "both branches",
      `if (isNew) "io.acme" %% "kit" % "2" else "io.acme" %% "kit" % "1"`,
      ["1 io.acme:kit:2 runtime", "1 io.acme:kit:1 runtime"],
    ],
    [
      "a compiler plugin",
      `compilerPlugin("io.acme" % "kind" % "1" cross CrossVersion.full)`,
      ["1 io.acme:kind:1 build"],
    ],
    ["an unknown version", `"io.acme" %% "kit" % sys.env("KIT")`, ["1 io.acme:kit:${env} runtime"]],
    ["no version", `"io.acme" %% "kit"`, ["1 io.acme:kit runtime"]],
    ["an unknown name", `"io.acme" %% kitName % "1"`, []],
    ["a remainder", `count % 2`, []],
    ["text", `"\\"io.acme\\" %% \\"kit\\" % \\"1\\""`, []],
    ["a line comment", `Nil // "io.acme" %% "kit" % "1"`, []],
    ["a block comment", `Nil /* "io.acme" %% "kit" % "1" */`, []],
  ])("finds %s", (_, expression, expected) => {
    expect(
      declared({ "build.sbt": `libraryDependencies ++= Seq(${expression})` }).map((each) => each.slice(10)),
    ).toEqual(expected);
  });

  it("finds modules on several lines, after a BOM, with CRLF", () => {
    const text = `lazy val kitVersion = "1.2"\r\nlibraryDependencies ++= Seq(\r\n  "io.acme" %%\r\n    "kit" %\r\n    kitVersion,\r\n)\r\n`;
    expect(declared({ "build.sbt": `\uFEFF${text}` })).toEqual(["build.sbt:4 io.acme:kit:1.2 runtime"]);
  });

  it.each([
    ["Test / libraryDependencies", "test"],
    ["libraryDependencies in IntegrationTest", "test"],
    ["ThisBuild / scalafixDependencies", "dev"],
    ["dependencyOverrides", "runtime"],
  ])("takes the role from %s", (key, role) => {
    expect(declared({ "build.sbt": `${key} += "io.acme" %% "kit" % "1"` })).toEqual([
      `build.sbt:1 io.acme:kit:1 ${role}`,
    ]);
  });

  it.each(["libraryDependencySchemes", "mimaPreviousArtifacts", "excludeDependencies"])(
    "ignores %s",
    (key) => {
      expect(declared({ "build.sbt": `${key} += "io.acme" %% "kit" % "1"` })).toEqual([]);
    },
  );

  it("binds versions and modules of objects in the sources of the build", () => {
    const files = {
      "project/Dependencies.scala": `import sbt._
object Versions { val kit = "2.0"; val log = s"$kit.1" }
object Dependencies {
  val kit = "io.acme" %% "kit" % Versions.kit
  val log = "io.acme" %% "log" % Versions.log
  def all: Seq[ModuleID] = Seq(kit, log % Test)
}
`,
      "build.sbt": `import Dependencies._\nlibraryDependencies ++= all`,
    };
    expect(declared(files)).toEqual([
      "project/Dependencies.scala:4 io.acme:kit:2.0 runtime",
      "project/Dependencies.scala:5 io.acme:log:2.0.1 test",
    ]);
  });

  it("binds the default of a parameter unless a call passes another value", () => {
    const text = `def kit(name: String, version: String = "2.0") = "io.acme" %% name % version
libraryDependencies ++= Seq(kit("core"), kit("log", "1.9"), kit("json", version = "1.8"))`;
    expect(declared({ "build.sbt": text })).toEqual([
      "build.sbt:2 io.acme:core:2.0 runtime",
      "build.sbt:2 io.acme:log:1.9 runtime",
      "build.sbt:2 io.acme:json:1.8 runtime",
    ]);
  });

  it("binds parameters of types and of further lists", () => {
    const files = {
      "project/Versions.scala": `class Versions(val major: Int, override protected val minor: Int = 1)`,
      "build.sbt": `def kit[A](name: String, build: A)(implicit v: String = "2"): ModuleID = "io.acme" %% name % v
val versions = new Versions(3)
libraryDependencies ++= Seq(kit[Int]("core", 1)("1"), kit("log", 1), "io.acme" %% "json" % s"\${versions.major}.\${versions.minor}")`,
    };
    expect(declared(files)).toEqual([
      "build.sbt:3 io.acme:core:1 runtime",
      "build.sbt:3 io.acme:log:2 runtime",
      "build.sbt:3 io.acme:json:3.1 runtime",
    ]);
  });

  it("finds plugins of the build", () => {
    const files = {
      "build.sbt": "",
      "project/plugins.sbt": `addSbtPlugin("io.acme" % "sbt-kit" % "1.1")
libraryDependencies += "io.acme" %% "generator" % "2"`,
    };
    expect(declared(files)).toEqual([
      "project/plugins.sbt:1 io.acme:sbt-kit:1.1 build",
      "project/plugins.sbt:2 io.acme:generator:2 build",
    ]);
  });

  it("does not take application code for sources of the build", () => {
    const text = `object Kit { val kit = "io.acme" %% "kit" % "1" }`;
    expect(declared({ "src/main/scala/io/acme/project/Kit.scala": text })).toEqual([]);
  });

  it("looks up a cross-built module by its names for other tools, too", () => {
    const [cross] = extract({ "build.sbt": `libraryDependencies += "io.acme" %% "kit" % "1"` }).declarations;
    expect(cross?.lookups).toEqual([
      "maven_artifact:io.acme:kit",
      "maven_artifact:io.acme:kit_2.13",
      "maven_artifact:io.acme:kit_3",
      "maven_artifact:io.acme:kit_2.12",
      "convention:maven_artifact:acme/kit",
    ]);
  });

  it("survives malformed files", () => {
    const texts = [
      `val x = "abc\nlibraryDependencies += (`,
      "}}}",
      "((((",
      "<a><b>",
      's"${',
      "val",
      "",
      "'",
      "{".repeat(5000),
    ];
    for (const text of texts) expect(declared({ "build.sbt": text })).toEqual([]);
    const after = `pomExtra := <url>https://acme.io</url>\n<x/>\nlibraryDependencies += "io.acme" %% "kit" % "1"`;
    expect(declared({ "build.sbt": after })).toEqual(["build.sbt:3 io.acme:kit:1 runtime"]);
  });
});

describe("projects", () => {
  it("announces every project with an organization, by module name", () => {
    const files = {
      "version.sbt": `ThisBuild / version := "3.1-SNAPSHOT"`,
      "build.sbt": `inThisBuild(List(organization := "io.acme"))
val shared = Seq(scalaVersion := "2.13.1")
lazy val core = project.settings(shared, name := "Acme Core")
lazy val \`play-v30\` = (project in file("play")).dependsOn(core)
lazy val java = Project(id = "acme-java", base = file("java")).settings(crossPaths := false, organization := "io.acme.java")
lazy val site = project.settings(publish / skip := true)
lazy val root = (project in file(".")).aggregate(core, java)
`,
    };
    expect(produced(files)).toEqual([
      "io.acme:acme-core 3.1-SNAPSHOT",
      "io.acme:play-v30 3.1-SNAPSHOT",
      "io.acme.java:acme-java 3.1-SNAPSHOT",
      "io.acme:app 3.1-SNAPSHOT",
    ]);
    expect(extract(files).artifacts.map(({ announces }) => announces.length)).toEqual([4, 4, 1, 4]);
  });

  it("names projects that functions make", () => {
    const files = {
      "project/Dependencies.scala": `object Dependencies {
  case class Play(major: Int, minor: Int) { val suffix = s"play_$major-$minor" }
  object Play { val V30 = Play(3, 0) }
}`,
      "build.sbt": `import Dependencies._
def library(name: String, folder: String = "libs") = Project(name, file(s"$folder/$name")).settings(organization := "io.acme")
def forPlay(play: Play) = { val id = s"auth-\${play.suffix}"; library(id).dependsOn(core) }
lazy val core = library("auth-core")
lazy val play30 = forPlay(Play.V30)
`,
    };
    expect(produced(files)).toEqual(["io.acme:auth-core null", "io.acme:auth-play_3-0 null"]);
    expect(extract(files).compositions).toContainEqual({
      outer: "maven_artifact:io.acme:auth-play_3-0",
      inner: "maven_artifact:io.acme:auth-core",
    });
  });

  it("announces a plugin by its name for sbt", () => {
    const [plugin] = extract({
      "build.sbt": `organization := "io.acme"\nname := "sbt-kit"\nsbtPlugin := true`,
    }).artifacts;
    expect(plugin?.announces).toEqual([
      "maven_artifact:io.acme:sbt-kit",
      "maven_artifact:io.acme:sbt-kit_2.12_1.0",
    ]);
  });

  it("gives a module the scope of the project that uses it, and its own if several do", () => {
    const files = {
      "project/Dependencies.scala": `object Dependencies {
  val kit = "io.acme" %% "kit" % "1"
  val log = "io.acme" %% "log" % "1"
}`,
      "build.sbt": `ThisBuild / organization := "io.shop"
lazy val api = project.settings(libraryDependencies ++= Seq(Dependencies.kit, Dependencies.log))
lazy val web = project.settings(libraryDependencies += Dependencies.log).dependsOn(api % "test->test")
`,
      "web/build.sbt": `libraryDependencies += "io.acme" %% "ui" % "1"`,
    };
    const { declarations, compositions } = extract(files);
    const unit = "unit:sbt:project/Dependencies.scala#io.acme:log";
    expect(declarations.map(({ artifact, scope }) => `${artifact} ${scope}`)).toEqual([
      "io.acme:kit maven_artifact:io.shop:api",
      `io.acme:log ${unit}`,
      "io.acme:ui maven_artifact:io.shop:web",
    ]);
    expect(compositions.filter(({ inner }) => inner === unit).map(({ outer }) => outer)).toEqual([
      "maven_artifact:io.shop:api",
      "maven_artifact:io.shop:web",
    ]);
    expect(compositions).not.toContainEqual({
      outer: "maven_artifact:io.shop:web",
      inner: "maven_artifact:io.shop:api",
    });
  });

  it("composes instead of declaring what the repository itself publishes", () => {
    const files = {
      "build.sbt": `organization := "io.acme"\nname := "kit"`,
      "demo/project/build.properties": "sbt.version=1.10.0",
      "demo/build.sbt": `organization := "io.acme.demo"\nname := "demo"\nlibraryDependencies += "io.acme" %% "kit" % "1"`,
    };
    expect(declared(files)).toEqual([]);
    expect(produced(files)).toEqual(["io.acme:kit null", "io.acme.demo:demo null"]);
  });

  it("assumes that an unknown organization contains the account of the repository", () => {
    const files = {
      "project/plugins.sbt": `addSbtPlugin("io.acme" % "sbt-organization" % "1")`,
      "build.sbt": `lazy val kit = Project("kit-play-30", file("kit"))
lazy val demo = project.settings(libraryDependencies += "io.acme" %% "kit-play-30" % "1")
lazy val root = (project in file(".")).settings(publish / skip := true)`,
    };
    const { artifacts, declarations } = extract(files);
    expect(artifacts.map(({ announces, assumed }) => ({ announces, assumed }))).toEqual([
      { announces: ["convention:maven_artifact:acme/kit-play-30"], assumed: true },
      { announces: ["convention:maven_artifact:acme/demo"], assumed: true },
    ]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["io.acme:sbt-organization"]);
  });

  it("ends for functions that call each other", () => {
    const text = `def a(x: Int): Project = b(a(x))(a(x))\ndef b(x: Int): Project = a(b(x))(b(x))\nlazy val c = a(b(1))\ndef e(x: Int): Seq[ModuleID] = e(x) ++ e(x)\nval d: Seq[ModuleID] = d ++ d ++ e(1) ++ Seq("io.acme" %% "kit" % d)`;
    expect(declared({ "build.sbt": text })).toEqual(["build.sbt:5 io.acme:kit:${d} runtime"]);
  });
});

describe("hostile sources", () => {
  const before = `libraryDependencies += "io.acme" %% "kit" % "1"\n`;
  const many = 60_000;

  it.each([
    ["prefixes", `val a = ${"! ".repeat(many)}b`],
    ["keywords", `val a = ${"new ".repeat(many)}b`],
    ["conditions", `val a = ${"if ".repeat(many)}b`],
    ["operators", `val a = b${" + b".repeat(many)}`],
    ["members", `val a = b${".b".repeat(many)}`],
    ["calls", `val a = b${"(c)".repeat(many)}`],
    ["matches in parentheses", `val a = (b${" match b".repeat(many)} => c)`],
    ["parentheses", `val a = ${"(".repeat(many)}`],
    ["chains within chains", `val a = ${`b(`.repeat(100)}c${`${".b".repeat(500)})`.repeat(100)}`],
    ["functions", `val a = (${"b => ".repeat(many)}c)`],
  ])("do not exhaust the stack: %s", (_, text) => {
    const { problems, declarations } = extract({ "build.sbt": before + text });
    expect(problems).toEqual([]);
    expect(declarations.map(({ rawReference }) => rawReference)).toEqual(["io.acme:kit:1"]);
  });
});
