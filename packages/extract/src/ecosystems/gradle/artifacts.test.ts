import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { maven } from "../maven/index.ts";
import { gradle } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [gradle]);

describe("gradle: artifacts", () => {
  it("produces projects with a group, and does not declare them as dependencies", () => {
    const files = {
      "settings.gradle.kts": `rootProject.name = "kit"
include(":core", ":http:client")
project(":core").name = "kit-core"
includeBuild("../other")`,
      "build.gradle.kts": 'allprojects {\n  group = "io.acme"\n  version = "1.2"\n}',
      "core/build.gradle.kts": "",
      "http/client/build.gradle.kts":
        'version = "2"\ndependencies { implementation("io.acme:kit-core:1"); api("io.acme:other:1") }',
      "buildSrc/build.gradle.kts": 'group = "io.acme.build"',
      "src/test/fixtures/build.gradle": "group = 'io.fake'",
    };
    const { declarations, artifacts } = extract(files);
    expect(artifacts.map(({ name, version, sourceFile }) => [name, version, sourceFile])).toEqual([
      ["io.acme:kit", "1.2", "build.gradle.kts"],
      ["io.acme:kit-core", "1.2", "core/build.gradle.kts"],
      ["io.acme:client", "2", "http/client/build.gradle.kts"],
    ]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["io.acme:other"]);
  });

  it("takes the group from applied scripts and script plugins of the repository", () => {
    const files = {
      "build-logic/src/main/kotlin/acme.base.gradle.kts": 'group = "io.acme"\nversion = "3"',
      "build-logic/src/main/kotlin/acme.library.gradle.kts": 'plugins { id("acme.base") }',
      "buildSrc/src/main/groovy/local.gradle": "group = 'io.acme.local'",
      "gradle/group.gradle": "group = 'io.acme.applied'",
      "through/build.gradle.kts": 'plugins {\n  id("acme.library")\n}',
      "quoted/build.gradle.kts": "plugins { `local` }",
      "old/build.gradle": "apply plugin: 'local'",
      "script/build.gradle": "apply from: rootProject.file('gradle/group.gradle')",
      "own/build.gradle.kts": 'plugins { id("acme.base") }\ngroup = "io.own"',
      "below/build.gradle.kts": 'plugins { id("acme.base") }',
      "below/none/build.gradle.kts": 'plugins { id("acme.base") apply false }',
    };
    const projects = extract(files).artifacts.filter(({ evidence }) => evidence.rule === "gradle.project");
    expect(projects.map(({ name, version }) => [name, version])).toEqual([
      ["io.acme:below", "3"],
      ["io.acme.local:old", null],
      ["io.own:own", "3"],
      ["io.acme.local:quoted", null],
      ["io.acme.applied:script", null],
      ["io.acme:through", "3"],
    ]);
  });

  it("announces the same name as Maven", () => {
    const { artifacts } = extract({
      "build.gradle": "\ngroup = 'io.acme'",
      "settings.gradle": "rootProject.name = 'kit'",
    });
    expect(artifacts).toEqual([
      {
        ecosystem: "gradle",
        artifactType: "maven_artifact",
        name: "io.acme:kit",
        version: null,
        registryUrl: null,
        sourceFile: "build.gradle",
        sourceLine: 2,
        announces: ["maven_artifact:io.acme:kit"],
        evidence: { class: "manifest", rule: "gradle.project" },
      },
    ]);
    const pom = "<project><groupId>io.acme</groupId><artifactId>kit</artifactId></project>";
    expect(extractFiles({ "pom.xml": pom }, [maven]).artifacts[0]?.announces).toEqual(
      artifacts[0]?.announces,
    );
  });

  it("produces nothing without a group, or with an empty one", () => {
    const files = { "gradle.properties": "GROUP=\nPOM_ARTIFACT_ID=kit\n", "build.gradle": "" };
    expect(extract(files).artifacts).toEqual([]);
    expect(extract({ "build.gradle": "group = ''" }).artifacts).toEqual([]);
  });

  it("assumes the name of the repository for a root project without a name", () => {
    expect(extract({ "build.gradle": "group = 'io.acme'" }).artifacts).toMatchObject([
      { name: "io.acme:app", assumed: true },
    ]);
  });

  it("takes names from publications and properties", () => {
    const publishing = `group = 'io.acme'
publishing { publications { maven(MavenPublication) {
  artifactId = "\${rootProject.name}-api"
  version = '7'
  pom { name = 'x' }
} } }`;
    expect(
      extract({ "build.gradle": publishing, "settings.gradle": "rootProject.name = 'kit'" }).artifacts,
    ).toMatchObject([{ name: "io.acme:kit-api", version: "7", sourceLine: 3 }]);
    const properties = { "gradle.properties": "GROUP=io.acme\nPOM_ARTIFACT_ID=kit\nVERSION_NAME=3" };
    expect(extract({ ...properties, "build.gradle": "" }).artifacts).toMatchObject([
      { name: "io.acme:kit", version: "3" },
    ]);
    const coordinates = 'mavenPublishing { coordinates("io.acme", "kit", "1") }';
    expect(extract({ "build.gradle.kts": coordinates }).artifacts).toMatchObject([{ name: "io.acme:kit" }]);
  });

  it("takes names from publications of outer scripts and convention plugins", () => {
    const publishing = (artifactId: string, group: string) =>
      `publishing { publications { create<MavenPublication>("kit") {
  groupId = "${group}"
  artifactId = ${artifactId}
  version = "\${this@subprojects.version}"
} } }`;
    const files = {
      "settings.gradle.kts": 'rootProject.name = "all"',
      "build.gradle.kts": `${publishing('"kit-bom"', "io.acme")}\nsubprojects {\n${publishing('"kit-${project.name}"', "io.acme")}\n}`,
      "buildSrc/src/main/kotlin/published.gradle.kts": publishing("project.name", "io.acme.conv"),
      "a/build.gradle.kts": "\n// no publication",
      "b/build.gradle.kts": publishing('"bee"', "io.own"),
      "c/build.gradle.kts": "plugins { published }",
    };
    const { artifacts } = extract(files);
    expect(artifacts.map(({ name, sourceFile, sourceLine }) => [name, sourceFile, sourceLine])).toEqual([
      ["io.acme:kit-a", "a/build.gradle.kts", 1],
      ["io.own:bee", "b/build.gradle.kts", 3],
      ["io.acme:kit-bom", "build.gradle.kts", 3],
      ["io.acme.conv:c", "c/build.gradle.kts", 1],
    ]);
  });

  it("ignores the computed name of a publication", () => {
    const publication = (fields: string) =>
      `publishing { publications { create<MavenPublication>("kit") {\n${fields}\n} } }`;
    const files = {
      "build.gradle.kts": `subprojects { ${publication('groupId = "io.acme"\nartifactId = "kit-${project.name}"')} }`,
      "a/build.gradle.kts": publication("artifactId = nameOf(project)"),
      "b/build.gradle.kts": publication('artifactId = nameOf(project)\ngroupId = "io.own"'),
    };
    const { artifacts } = extract(files);
    expect(artifacts.map(({ name, sourceFile, sourceLine }) => [name, sourceFile, sourceLine])).toEqual([
      ["io.acme:kit-a", "a/build.gradle.kts", 1],
      ["io.own:b", "b/build.gradle.kts", 2],
    ]);
  });

  it("binds archivesName, by default the name of the project", () => {
    const publication = (artifactId: string) =>
      `publishing { publications { create<MavenPublication>("kit") { artifactId = ${artifactId} } } }`;
    const files = {
      "settings.gradle.kts": 'rootProject.name = "all"\ninclude(":a", ":b", ":c")',
      "build.gradle.kts": `allprojects { group = "io.acme" }
base { archivesName = "root" }
subprojects { base { archivesName.set("acme-\${project.name}") } }`,
      "a/build.gradle.kts": publication("base.archivesName.get()"),
      "b/build.gradle.kts": `base.archivesName.set("bee")\n${publication("project.base.archivesName.get()")}`,
      "c/build.gradle": `archivesBaseName = 'sea'\n${publication("archivesBaseName")}`,
    };
    expect(extract(files).artifacts.map(({ name }) => name)).toEqual([
      "io.acme:acme-a",
      "io.acme:bee",
      "io.acme:all",
      "io.acme:sea",
    ]);
    const without = {
      "settings.gradle": "include 'a'",
      "build.gradle": "group = 'io.acme'\narchivesBaseName = 'root'",
      "a/build.gradle": `group = 'io.acme'\n${publication("base.archivesName.get()")}`,
    };
    expect(extract(without).artifacts.map(({ name }) => name)).toEqual(["io.acme:a", "io.acme:app"]);
  });

  it("produces plugins by ID, including precompiled script plugins", () => {
    const files = {
      "build.gradle.kts":
        'gradlePlugin {\n  plugins {\n    create("conv") {\n      id = "io.acme.conv"\n    }\n  }\n}\nplugins { id("io.acme.java") }',
      "src/main/kotlin/io/acme/java.gradle.kts": "package io.acme\nplugins { java }",
      "buildSrc/src/main/groovy/local.conv.gradle": "",
    };
    const { artifacts, declarations } = extract(files);
    expect(artifacts.map(({ name, sourceLine }) => [name, sourceLine])).toEqual([
      ["io.acme.conv:io.acme.conv.gradle.plugin", 4],
      ["io.acme.java:io.acme.java.gradle.plugin", 1],
    ]);
    expect(declarations).toEqual([]);
  });
});
