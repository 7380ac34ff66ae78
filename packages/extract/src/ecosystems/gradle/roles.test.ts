import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gradle } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [gradle]);

/** `artifact role scope` of every declaration, without the group `org.x`. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(
    ({ artifact, role, scope }) => `${artifact.replace("org.x:", "")} ${role} ${scope}`,
  );

const compositions = (files: Record<string, string>): string[] =>
  extract(files).compositions.map(({ outer, inner }) => `${outer} < ${inner}`.replaceAll("unit:gradle:", ""));

const dependencies = (...lines: string[]): string => `dependencies {\n${lines.join("\n")}\n}\n`;

describe("gradle: roles", () => {
  it.each([
    ["implementation", "runtime"],
    ["api", "runtime"],
    ["compileOnly", "runtime"],
    ["latestOnly", "runtime"],
    ["runtimeOnly", "runtime"],
    ["annotationProcessor", "build"],
    ["kapt", "build"],
    ["ksp", "build"],
    ["classpath", "build"],
    ["testImplementation", "test"],
    ["androidTestImplementation", "test"],
    ["integrationTestRuntimeOnly", "test"],
    ["kaptTest", "test"],
    ["testAnnotationProcessor", "test"],
    ["testFixturesApi", "test"],
    ["detektPlugins", "dev"],
    ["developmentOnly", "dev"],
  ])("of the configuration %s is %s", (configuration, role) => {
    const text = dependencies(`${configuration} 'org.x:a:1'`, `add("${configuration}", 'org.x:b:1')`);
    const scope = role === "runtime" || role === "build" ? "unit:gradle:." : "null";
    expect(roles({ "build.gradle": text })).toEqual([`a ${role} ${scope}`, `b ${role} ${scope}`]);
  });

  it("is build for plugins and build scripts", () => {
    const files = {
      "build.gradle.kts": `buildscript { ${dependencies('classpath("org.x:a:1")')} }
plugins { id("org.x.b") version "1" }`,
      "settings.gradle.kts": `pluginManagement { resolutionStrategy { eachPlugin { useModule("org.x:c:1") } } }`,
      "buildSrc/build.gradle.kts": dependencies(
        'implementation("org.x:d:1")',
        'testImplementation("org.x:e:1")',
      ),
      "build-logic/conventions/build.gradle.kts": dependencies('implementation("org.x:f:1")'),
    };
    expect(roles(files)).toEqual([
      "f build unit:gradle:build-logic/conventions",
      "a build unit:gradle:.",
      "org.x.b:org.x.b.gradle.plugin build unit:gradle:.",
      "d build unit:gradle:buildSrc",
      "e test null",
      "c build unit:gradle:.",
    ]);
  });

  it("is test in source sets and suites of tests", () => {
    const text = `kotlin { sourceSets {
  val commonTest by getting { ${dependencies('implementation("org.x:a:1")')} }
  jvmTest.dependencies { implementation("org.x:b:1") }
  jvmMain.dependencies { implementation("org.x:c:1") }
} }
testing { suites { register("smoke") { ${dependencies('implementation("org.x:d:1")')} } } }`;
    expect(roles({ "build.gradle.kts": text })).toEqual([
      "a test null",
      "b test null",
      "c runtime unit:gradle:.",
      "d test null",
    ]);
  });
});

describe("gradle: scopes", () => {
  it("are the project, also without a published artifact", () => {
    const text = dependencies('implementation "org.x:a:1"');
    const files = {
      "settings.gradle": "rootProject.name = 'all'",
      "build.gradle": `group = 'io.acme'\n${text}`,
      "app/core/build.gradle": text,
    };
    expect(roles(files)).toEqual(["a runtime unit:gradle:app/core", "a runtime maven_artifact:io.acme:all"]);
  });

  it("are a unit for what an outer script declares for several projects", () => {
    const files = {
      "settings.gradle": "include 'core', 'web'\nproject(':web').projectDir = file('apps/web')",
      "build.gradle": `subprojects { ${dependencies('api "org.x:a:1"')} }
allprojects { ${dependencies('testImplementation "org.x:b:1"')} }
project(':web') { ${dependencies('api "org.x:c:1"')} }`,
      "core/build.gradle": "",
      "apps/web/build.gradle": "",
    };
    expect(roles(files)).toEqual([
      "a runtime unit:gradle:build.gradle",
      "b test null",
      "c runtime unit:gradle:apps/web",
    ]);
    expect(compositions(files)).toEqual(["apps/web < build.gradle", "core < build.gradle"]);
  });

  it("are a unit for applied scripts and script plugins", () => {
    const script = dependencies('implementation("org.x:a:1")');
    const files = {
      "gradle/shared.gradle.kts": script,
      "buildSrc/src/main/kotlin/acme.java.gradle.kts": script,
      "buildSrc/build.gradle.kts": "",
      "core/build.gradle.kts": 'plugins { id("acme.java") }\napply(from = "../gradle/shared.gradle.kts")',
    };
    expect(roles(files)).toEqual([
      "a runtime unit:gradle:buildSrc/src/main/kotlin/acme.java.gradle.kts",
      "a runtime unit:gradle:gradle/shared.gradle.kts",
    ]);
    expect(compositions(files)).toEqual([
      "core < buildSrc/src/main/kotlin/acme.java.gradle.kts",
      "core < gradle/shared.gradle.kts",
      "core < buildSrc",
    ]);
  });
});

describe("gradle: compositions", () => {
  it("contain projects that are used outside tests", () => {
    const files = {
      "settings.gradle.kts": 'include(":core", ":http-client:api", ":mocks")',
      "core/build.gradle.kts": "",
      "http-client/api/build.gradle.kts": dependencies('api(project(path = ":core", configuration = "x"))'),
      "mocks/build.gradle.kts": "",
      "web/build.gradle": dependencies(
        "implementation(projects.httpClient.api)",
        "runtimeOnly(platform(project(':core'))) { transitive = false }",
        "testImplementation project(':mocks')",
        "implementation project(':nothing')",
      ),
    };
    expect(compositions(files)).toEqual(["http-client/api < core", "web < http-client/api", "web < core"]);
  });

  it("contain projects that only an outer script configures", () => {
    const files = {
      "settings.gradle": "include 'core', 'web'",
      "build.gradle": `subprojects { ${dependencies('api "org.x:a:1"')} }
project(':core') { ${dependencies('api "org.x:b:1"')} }
project(':web') { ${dependencies("api project(':core')")} }`,
    };
    expect(roles(files)).toEqual(["a runtime unit:gradle:build.gradle", "b runtime unit:gradle:core"]);
    expect(compositions(files)).toEqual(["web < core", "core < build.gradle", "web < build.gradle"]);
  });

  it("contain own artifacts, and all artifacts of a project contain the project", () => {
    const files = {
      "core/build.gradle": "group = 'io.acme'",
      "web/build.gradle": dependencies("implementation 'io.acme:core:1'"),
      "plugin/build.gradle": "group = 'io.acme'\ngradlePlugin { plugins { x { id = 'io.acme.x' } } }",
    };
    expect(compositions(files)).toEqual([
      "maven_artifact:io.acme.x:io.acme.x.gradle.plugin < maven_artifact:io.acme:plugin",
      "web < maven_artifact:io.acme:core",
    ]);
  });
});

describe("gradle: entries of a catalog", () => {
  const CATALOG = `[libraries]
a = "org.x:a:1"
b = "org.x:b:1"
c-core = "org.x:c:1"
d = "org.x:d:1"
e = "org.x:e:1"
[bundles]
both = ["a", "c-core"]
[plugins]
p = "org.x.p:1"
`;
  const files = {
    "gradle/libs.versions.toml": CATALOG,
    "core/build.gradle.kts": `plugins { alias(libs.plugins.p) }
${dependencies("api(libs.a)", "testImplementation(libs.b)", "kapt(libs.e)", "testImplementation(libs.e)")}`,
    "web/build.gradle.kts": dependencies("implementation(libs.bundles.both)"),
  };

  it("have the strongest role of the scripts that use them, and their scope", () => {
    expect(roles(files)).toEqual([
      "a runtime unit:gradle:gradle/libs.versions.toml#a",
      "b test null",
      "c runtime unit:gradle:web",
      "d runtime unit:gradle:gradle",
      "e build unit:gradle:core",
      "org.x.p:org.x.p.gradle.plugin build unit:gradle:core",
    ]);
    expect(compositions(files)).toEqual([
      "core < gradle/libs.versions.toml#a",
      "web < gradle/libs.versions.toml#a",
    ]);
  });

  it("belong to the build that the catalog is in", () => {
    const nested = {
      ...files,
      "samples/x/gradle/libs.versions.toml": CATALOG,
      "samples/x/build.gradle.kts": dependencies("implementation(libs.b)"),
    };
    expect(roles(nested)).toContain("b test null");
  });

  it.each([
    ['testImplementation(libs.findLibrary("b").get())', "b test null"],
    ["'implementation' libs.findLibrary('c-core').get()", "c runtime unit:gradle:web"],
    ['implementation(platform(libs.findLibrary("a").get()))', "a runtime unit:gradle:web"],
    ['testImplementation(libs.findBundle("both").get())', "c test null"],
    [
      'testImplementation(extensions.getByType<VersionCatalogsExtension>().named("libs").findLibrary("b").get())',
      "b test null",
    ],
    [
      'testImplementation(project.extensions.getByType(VersionCatalogsExtension::class.java).named("libs").findLibrary("b").get())',
      "b test null",
    ],
  ])("can be found by their alias: %s", (dependency, expected) => {
    const script = dependencies(dependency);
    expect(roles({ "gradle/libs.versions.toml": CATALOG, "web/build.gradle.kts": script })).toContain(
      expected,
    );
  });

  it("can be found through a variable, and as a version", () => {
    const script = `val entries = extensions.getByType<VersionCatalogsExtension>().named("libs")
${dependencies('testImplementation(entries.findLibrary("b").get())', 'api("org.x:f:" + libs.findVersion("x-y").get().requiredVersion)')}`;
    const { declarations } = extractFiles(
      { "gradle/libs.versions.toml": `[versions]\nx-y = "7"\n${CATALOG}`, "web/build.gradle.kts": script },
      [gradle],
    );
    expect(
      declarations.map(({ artifact, role, versionConstraint }) => `${artifact} ${role} ${versionConstraint}`),
    ).toEqual(expect.arrayContaining(["org.x:b test 1", "org.x:f runtime 7"]));
  });

  it("can be used by a plugin class, for the projects that its build takes part in", () => {
    const plugin = `class KitPlugin : Plugin<Project> {
  override fun apply(target: Project) = with(target) {
    pluginManager.apply(libs.findPlugin("p").get().get().pluginId)
    dependencies {
      add("testImplementation", libs.findLibrary("b").get())
      add("implementation", libs.findLibrary("c-core").get())
    }
  }
}`;
    const found = {
      "gradle/libs.versions.toml": CATALOG,
      "build-logic/build.gradle.kts": "plugins { `kotlin-dsl` }",
      "build-logic/src/main/kotlin/KitPlugin.kt": plugin,
      "web/build.gradle.kts": 'plugins { id("kit") }',
    };
    expect(roles(found)).toEqual(
      expect.arrayContaining([
        "b test null",
        "c runtime unit:gradle:build-logic",
        "org.x.p:org.x.p.gradle.plugin build unit:gradle:build-logic",
      ]),
    );
    expect(compositions(found)).toContain("web < build-logic");
  });

  it("can be defined in a settings script", () => {
    const settings = `dependencyResolutionManagement { versionCatalogs { create("acme") {
library("kit", "org.x:kit:1")
library("log", "org.x", "log").version("1")
bundle("all", listOf("log"))
} } }`;
    const uses = dependencies("testImplementation(acme.kit)", "kapt(acme.bundles.all)");
    expect(roles({ "settings.gradle.kts": settings, "core/build.gradle.kts": uses })).toEqual([
      "kit test null",
      "log build unit:gradle:core",
    ]);
  });
});
