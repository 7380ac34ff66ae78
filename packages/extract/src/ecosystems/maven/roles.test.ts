import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { maven } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [maven]);

/** `line artifact role scope` of every declaration, without the prefixes of names and scopes. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ sourceLine, artifact, role, scope }) =>
    [sourceLine, artifact.replace("org.x:", ""), role, scope?.replace("maven_artifact:io.acme:", "")].join(
      " ",
    ),
  );

const compositions = (files: Record<string, string>): string[] =>
  extract(files).compositions.map(({ outer, inner }) =>
    `${outer} < ${inner}`.replaceAll("maven_artifact:io.acme:", ""),
  );

const project = (name: string, ...content: string[]): string =>
  `<project><groupId>io.acme</groupId><artifactId>${name}</artifactId>\n${content.join("\n")}</project>`;
const named = (name: string, rest = ""): string =>
  name.includes(":")
    ? `<groupId>${name.split(":")[0]}</groupId><artifactId>${name.split(":")[1]}</artifactId>${rest}`
    : `<groupId>org.x</groupId><artifactId>${name}</artifactId>${rest}`;
const dependency = (name: string, scope = "", rest = ""): string =>
  `<dependency>${named(name, rest)}${scope && `<scope>${scope}</scope>`}</dependency>`;
const dependencies = (...entries: string[]): string => `<dependencies>${entries.join("\n")}</dependencies>`;
const management = (...entries: string[]): string =>
  `<dependencyManagement>${dependencies(...entries)}</dependencyManagement>`;
const parent = (name: string): string => `<parent>${named(name)}</parent>`;
const VERSION = "<version>1</version>";

describe("maven: roles", () => {
  it("follow the scope of dependencies, and are build for parents, plugins and extensions", () => {
    const build = `<build><plugins><plugin>${named("p")}
${dependencies(dependency("rules"))}</plugin></plugins>
<extensions><extension>${named("wagon")}</extension></extensions></build>`;
    const pom = project(
      "app",
      parent("base"),
      dependencies(
        dependency("a"),
        dependency("b", "provided"),
        dependency("c", "runtime"),
        dependency("d", "test"),
        dependency("e", "compile"),
      ),
      management(dependency("bom", "import", "<type>pom</type>")),
      build,
    );
    expect(roles({ "pom.xml": pom })).toEqual([
      "2 base build app",
      "3 a runtime app",
      "4 b runtime app",
      "5 c runtime app",
      "6 d test ",
      "7 e runtime app",
      "8 bom runtime app",
      "9 p build app",
      "10 rules build app",
      "11 wagon build app",
    ]);
  });

  it("take the scope from the management of a parent", () => {
    const files = {
      "pom.xml": project("root", management(dependency("junit", "test", VERSION))),
      "a/pom.xml": project("a", parent("io.acme:root"), dependencies(dependency("junit"))),
      "b/pom.xml": project("b", parent("io.acme:root"), dependencies(dependency("junit", "compile"))),
    };
    expect(roles(files).slice(0, 2)).toEqual(["3 junit test ", "3 junit runtime b"]);
  });

  it("of a managed version is the strongest one of its uses, which have the scope", () => {
    const managed = management(
      dependency("used", "", VERSION),
      dependency("tested", "", VERSION),
      dependency("unused", "", VERSION),
      dependency("forTests", "test", VERSION),
    );
    const files = {
      "pom.xml": project("root", managed),
      "a/pom.xml": project(
        "a",
        parent("io.acme:root"),
        dependencies(dependency("used", "test"), dependency("tested", "test")),
      ),
      "b/pom.xml": project("b", parent("io.acme:root"), dependencies(dependency("used"))),
    };
    expect(roles(files)).toEqual([
      "3 used test ",
      "4 tested test ",
      "3 used runtime b",
      "2 used runtime ",
      "3 tested test ",
      "4 unused runtime root",
      "5 forTests test ",
    ]);
  });
});

describe("maven: scopes", () => {
  it("are the project of the POM, and that of the root for core extensions", () => {
    const files = {
      ".mvn/extensions.xml": `<extensions><extension>${named("x")}</extension></extensions>`,
      "pom.xml": project("root"),
      "a/pom.xml": project("${unknown}", dependencies(dependency("y"))),
    };
    expect(roles(files)).toEqual(["1 x build root", "2 y runtime unit:maven:a"]);
  });
});

describe("maven: compositions", () => {
  it("contain the parent and the modules that a project uses, but not those of its tests", () => {
    const files = {
      "pom.xml": project(
        "root",
        "<modules><module>core</module><module>web</module></modules>",
        management(dependency("io.acme:core", "", VERSION)),
      ),
      "core/pom.xml": project("core", parent("io.acme:root")),
      "testing/pom.xml": project("testing", parent("io.acme:root")),
      "rules/pom.xml": project("rules", parent("io.acme:root")),
      "web/pom.xml": project(
        "web",
        parent("io.acme:root"),
        dependencies(dependency("io.acme:core"), dependency("io.acme:testing", "test")),
        `<build><plugins><plugin>${named("io.acme:rules")}</plugin></plugins></build>`,
      ),
    };
    expect(compositions(files)).toEqual([
      "core < root",
      "rules < root",
      "testing < root",
      "web < root",
      "web < core",
      "web < rules",
    ]);
  });

  it("contain what a BOM manages", () => {
    const files = {
      "bom/pom.xml": project("bom", management(dependency("io.acme:core", "", VERSION))),
      "core/pom.xml": project("core"),
    };
    expect(compositions(files)).toEqual(["bom < core"]);
  });
});
