import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gradle } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [gradle]);

/** `line rule rawReference` of every declaration in `path`. */
const declaredIn = (files: Record<string, string>, path: string): string[] =>
  extract(files)
    .declarations.filter(({ sourceFile }) => sourceFile === path)
    .map(({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`);

const declared = (text: string, path = "build.gradle"): string[] => declaredIn({ [path]: text }, path);

const TYPICAL = `// implementation 'io.acme:comment:1'
buildscript {
    ext.kotlin_version = '1.9.22'
    dependencies {
        classpath "org.jetbrains.kotlin:kotlin-gradle-plugin:$kotlin_version"
    }
}
plugins {
    id 'java-library'
    id 'io.acme.conventions' version '2.0' apply false
    id "org.springframework.boot"
}
group 'io.acme'
version = '1.0'
def kitVersion = '1.4.2'
ext {
    set('logVersion', "3.1")
    versions = [junit: '5.10.0', 'mocks': "5.+"]
    deps = [ http: "io.acme:http:\${versions.mocks}" ]
}
/* implementation 'io.acme:comment:2' */
dependencies {
    api project(':core')
    implementation "io.acme:kit:$kitVersion"
    implementation "io.acme:kit:$kitVersion"
    implementation 'io.acme:native:1.0:linux@aar', {
        exclude group: 'io.acme', module: 'legacy'
    }
    runtimeOnly group: 'io.acme', name: 'log', version: logVersion
    testImplementation 'org.junit:junit:' + versions.junit,
        "io.acme:mocks:\${rootProject.ext.versions['mocks']}"
    implementation platform('io.acme:bom:[3,4)')
    implementation(deps.http) { transitive = false }
    compileOnly files('libs/a.jar'), fileTree(dir: 'libs', include: ['*.jar'])
    annotationProcessor("io.acme:processor") { version { strictly '[1,2['; prefer '1.5' } }
    constraints {
        implementation('io.acme:transitive:1.1') { because 'io.acme:old:1 is broken' }
    }
    modules { module("io.acme:old") { replacedBy("io.acme:new") } }
}
`;
const TYPICAL_DECLARED = [
  "5 gradle.buildscript org.jetbrains.kotlin:kotlin-gradle-plugin:1.9.22",
  "10 gradle.plugin io.acme.conventions:2.0",
  "11 gradle.plugin org.springframework.boot",
  "24 gradle.dependency io.acme:kit:1.4.2",
  "25 gradle.dependency io.acme:kit:1.4.2",
  "26 gradle.dependency io.acme:native:1.0:linux@aar",
  "29 gradle.dependency io.acme:log:3.1",
  "30 gradle.dependency org.junit:junit:5.10.0",
  "31 gradle.dependency io.acme:mocks:5.+",
  "32 gradle.platform io.acme:bom:[3,4)",
  "33 gradle.dependency io.acme:http:5.+",
  "35 gradle.dependency io.acme:processor:[1,2[!!1.5",
  "37 gradle.constraint io.acme:transitive:1.1",
];

describe("gradle: Groovy scripts", () => {
  it("declares dependencies on their lines, but not comments, projects, files or exclusions", () => {
    expect(declared(TYPICAL)).toEqual(TYPICAL_DECLARED);
  });

  it("reads a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`)).toEqual(TYPICAL_DECLARED);
  });

  it("keeps classifier and extension in the raw reference", () => {
    const text = `dependencies {
  runtimeOnly "io.acme:native:1.0:linux-$arch@so"
  runtimeOnly 'io.acme:managed@aar'
  runtimeOnly 'io.acme:managed::sources'
}
`;
    expect(declared(text)).toEqual([
      "2 gradle.dependency io.acme:native:1.0:linux-${arch}@so",
      "3 gradle.dependency io.acme:managed@aar",
      "4 gradle.dependency io.acme:managed::sources",
    ]);
    const { declarations } = extract({ "build.gradle": text });
    expect(
      declarations.map(({ artifact, versionConstraint, unbound }) => [artifact, versionConstraint, unbound]),
    ).toEqual([
      ["io.acme:native", "1.0", null],
      ["io.acme:managed", null, null],
      ["io.acme:managed", null, null],
    ]);
  });

  it("declares nothing for an empty file", () => {
    expect(extract({ "build.gradle": "" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("ignores similar calls that declare no module", () => {
    const text = `task copy(type: Copy) { from 'io.acme:a:1'; into 'x' }
shadowJar { dependencies { exclude(dependency('io.acme:b:1')); include dependency("io.acme:c:1") } }
dependencies {
  implementation name: 'flat', ext: 'aar'
  implementation sourceSets.main.output
  implementation projects.core
  implementation gradleApi()
  println "io.acme:d:1"
  components { withModule('io.acme:e', Rule) }
}
def pattern = ~/it's "io.acme:f:1"/
url = 'https://repo.acme.io/x' // 'io.acme:g:1'
repositories { maven { url "https://io.acme:80/x" } }
configurations.all { exclude group: 'io.acme', module: 'h' }
apply plugin: 'io.acme.i'
`;
    expect(extract({ "build.gradle": text })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("reads lists, forced modules, BOMs, managed sets and conditions", () => {
    const text = `def both = ['io.acme:a:1', 'io.acme:b:2']
dependencies {
  implementation both
  implementation(['io.acme:c:1',
    'io.acme:d:2'])
  add('ksp', "io.acme:e:1")
  if (isMac) { runtimeOnly 'io.acme:mac:1' } else { runtimeOnly 'io.acme:linux:1' }
  if (a) api('io.acme:one:1') { transitive = false }
  else api 'io.acme:two:1'
}
configurations.all { resolutionStrategy { force 'io.acme:f:1' } }
dependencyManagement {
  imports { mavenBom "io.acme:bom:\${bomVersion}" }
  dependencies {
    dependency 'io.acme:g:1'
    dependencySet(group: 'io.acme', version: '2') { entry 'h'
      entry('i') }
  }
}
project(':x') { dependencies { implementation 'io.acme:j:1' } }
`;
    expect(declared(text)).toEqual([
      "3 gradle.dependency io.acme:a:1",
      "3 gradle.dependency io.acme:b:2",
      "4 gradle.dependency io.acme:c:1",
      "5 gradle.dependency io.acme:d:2",
      "6 gradle.dependency io.acme:e:1",
      "7 gradle.dependency io.acme:mac:1",
      "7 gradle.dependency io.acme:linux:1",
      "8 gradle.dependency io.acme:one:1",
      "9 gradle.dependency io.acme:two:1",
      "11 gradle.forced io.acme:f:1",
      "13 gradle.bom io.acme:bom:${bomVersion}",
      "15 gradle.managed_dependency io.acme:g:1",
      "16 gradle.managed_dependency io.acme:h:2",
      "17 gradle.managed_dependency io.acme:i:2",
      "20 gradle.dependency io.acme:j:1",
    ]);
  });
});

const KOTLIN = `/* outer /* inner */ still */
plugins {
    \`kotlin-dsl\`
    kotlin("jvm") version "1.9.22"
    id("io.acme.conv").version("3")
    alias(libs.plugins.shadow)
}
val kit by extra("1.4")
val log: String by project
extra["http"] = "2.0"
object Deps { const val core = "io.acme:core:7" }
kotlin {
    sourceSets {
        val commonMain by getting {
            dependencies { implementation("io.acme:common:$kit") }
        }
        jvmMain.dependencies { api("io.acme:jvm:1") }
    }
}
dependencies {
    "kapt"("io.acme:processor:\${rootProject.extra["http"]}")
    implementation(kotlin("stdlib"))
    implementation("io.acme", "positional", "1.0")
    implementation(group = "io.acme", name = "named", version = kit)
    implementation(enforcedPlatform("io.acme:bom:$log"))
    implementation(Deps.core)
    implementation(libs.unseen)
    testImplementation(testFixtures(project(":core")))
    ksp("io.acme:unknown:\${property("absent")}")
    implementation("""io.acme:raw:1""")
    listOf("x").forEach { name -> implementation("io.acme:$name:1") }
}
`;

describe("gradle: Kotlin scripts", () => {
  it("declares dependencies on their lines", () => {
    expect(
      declaredIn({ "build.gradle.kts": KOTLIN, "gradle.properties": "log=9\n" }, "build.gradle.kts"),
    ).toEqual([
      "4 gradle.plugin org.jetbrains.kotlin.jvm:1.9.22",
      "5 gradle.plugin io.acme.conv:3",
      "15 gradle.dependency io.acme:common:1.4",
      "17 gradle.dependency io.acme:jvm:1",
      "21 gradle.dependency io.acme:processor:2.0",
      "22 gradle.dependency org.jetbrains.kotlin:kotlin-stdlib",
      "23 gradle.dependency io.acme:positional:1.0",
      "24 gradle.dependency io.acme:named:1.4",
      "25 gradle.platform io.acme:bom:9",
      "26 gradle.dependency io.acme:core:7",
      "27 gradle.dependency libs.unseen",
      "29 gradle.dependency io.acme:unknown:${absent}",
      "30 gradle.dependency io.acme:raw:1",
      "31 gradle.dependency io.acme:x:1",
    ]);
  });

  it("reports unbound variables, and looks up nothing if the name is unbound", () => {
    const { declarations } = extract({ "build.gradle.kts": KOTLIN });
    const unbound = declarations.filter((each) => each.unbound !== null);
    expect(unbound.map((each) => [each.artifact, each.unbound, each.lookups.length])).toEqual([
      ["io.acme:bom", "${log}", 1],
      ["libs.unseen", "${libs.unseen}", 0],
      ["io.acme:unknown", "${absent}", 1],
    ]);
  });

  it("returns every field of a declaration", () => {
    expect(
      extract({ "app/build.gradle.kts": 'dependencies {\napi("com.github.acme:kit:1.+")\n}' }).declarations,
    ).toEqual([
      {
        ecosystem: "gradle",
        dependencyType: "maven_artifact",
        sourceFile: "app/build.gradle.kts",
        sourceLine: 2,
        rawReference: "com.github.acme:kit:1.+",
        artifact: "com.github.acme:kit",
        versionConstraint: "1.+",
        versioning: "gradle",
        unbound: null,
        versionComment: null,
        lookups: ["maven_artifact:com.github.acme:kit", "git:github.com/acme/kit"],
        evidence: { class: "manifest", rule: "gradle.dependency" },
        role: "runtime",
        scope: "unit:gradle:app",
        locked: null,
      },
    ]);
  });

  it("declares a plugin as its marker module", () => {
    const [plugin] = extract({
      "build.gradle.kts": 'plugins { id("io.acme.conv") version "3" }',
    }).declarations;
    expect([plugin?.artifact, plugin?.versionConstraint, plugin?.lookups]).toEqual([
      "io.acme.conv:io.acme.conv.gradle.plugin",
      "3",
      ["maven_artifact:io.acme.conv:io.acme.conv.gradle.plugin"],
    ]);
  });
});

const CATALOG = `[versions]
kit = "1.4"
kit-http = { strictly = "[2,3[", prefer = "2.1" }
[libraries]
kit-core = { module = "io.acme:kit-core", version.ref = "kit" }
http = { group = "io.acme", name = "http", version = { ref = "kit-http" } }
short = "io.acme:short:3"
managed = { module = "io.acme:managed" }
broken = { module = "io.acme:broken", version.ref = "nothing" }
# old = "io.acme:old:1"
[bundles]
all = ["kit-core", "http"]
[plugins]
conv = { id = "io.acme.conv", version.ref = "kit" }
short = "io.acme.short:1"
`;

describe("gradle: Jib", () => {
  it("declares base images on their lines", () => {
    const files = {
      "gradle.properties": "base=registry.acme.io/jre:\n",
      "build.gradle.kts": `val base: String by project
jib {
  from {
    platforms { platform { os = "linux" } }
    image = "ghcr.io/acme/jre:21@sha256:${"a".repeat(64)}"
  }
  to { image = "ghcr.io/acme/app:1" }
}
subprojects {
  jib.from.image = "docker://\${base}25"
}
jib { from.image = "registry://ghcr.io/acme/\${absent}:1" }
jib { from.image = "tar://base.tar" }
other { from { image = "ghcr.io/acme/no:1" } }`,
      "old/build.gradle": "jib {\n  from { image = 'scratch' }\n  from.image = 'alpine'\n}",
    };
    const { declarations } = extract(files);
    expect(
      declarations.map((each) => [
        each.sourceLine,
        each.evidence.rule,
        each.artifact,
        each.versionConstraint,
      ]),
    ).toEqual([
      [5, "gradle.jib_image", "ghcr.io/acme/jre", `21@sha256:${"a".repeat(64)}`],
      [10, "gradle.jib_image", "registry.acme.io/jre", "25"],
      [12, "gradle.jib_image", "ghcr.io/acme/${absent}", "1"],
      [3, "gradle.jib_image", "docker.io/library/alpine", null],
    ]);
    expect(declarations.map(({ lookups }) => lookups)).toEqual([
      ["container_image:ghcr.io/acme/jre", expect.any(String)],
      expect.any(Array),
      [],
      expect.any(Array),
    ]);
  });
});

describe("gradle: version catalogs", () => {
  const files = {
    "gradle/libs.versions.toml": CATALOG,
    "build.gradle.kts": `plugins { alias(libs.plugins.conv); id("io.acme.other") version libs.versions.kit.http.get() }
dependencies { implementation(libs.kit.core); implementation(libs.bundles.all)
implementation("io.acme:tool:\${libs.versions.kit.asProvider().get()}") }`,
  };

  it("declares each entry on its line", () => {
    expect(declaredIn(files, "gradle/libs.versions.toml")).toEqual([
      "5 gradle.catalog_library io.acme:kit-core:1.4",
      "6 gradle.catalog_library io.acme:http:[2,3[!!2.1",
      "7 gradle.catalog_library io.acme:short:3",
      "8 gradle.catalog_library io.acme:managed",
      "9 gradle.catalog_library io.acme:broken:${versions.nothing}",
      "14 gradle.catalog_plugin io.acme.conv:1.4",
      "15 gradle.catalog_plugin io.acme.short:1",
    ]);
  });

  it("does not declare references to entries, but binds their versions", () => {
    expect(declaredIn(files, "build.gradle.kts")).toEqual([
      "1 gradle.plugin io.acme.other:[2,3[!!2.1",
      "3 gradle.dependency io.acme:tool:1.4",
    ]);
  });

  it("reads catalogs that a settings script defines or imports", () => {
    const settings = `dependencyResolutionManagement {
  versionCatalogs {
    create("tools") { from(files("gradle/other.versions.toml")) }
    create("acme") { from("io.acme:catalog:5") }
    libs {
      version('kit', '1.4')
      library("kit", "io.acme", "kit").versionRef("kit")
      library("log", "io.acme:log:2")
      plugin("conv", "io.acme.conv").version("3")
      exclude("kit", "io.acme:no:1")
    }
  }
}`;
    const all = {
      "settings.gradle": settings,
      "gradle/other.versions.toml": '[versions]\nx = "8"\n',
      "build.gradle":
        'dependencies { implementation libs.kit; implementation acme.foo\nimplementation "io.acme:x:${tools.versions.x.get()}" }',
    };
    expect(declaredIn(all, "settings.gradle")).toEqual([
      "4 gradle.catalog io.acme:catalog:5",
      "7 gradle.catalog_library io.acme:kit:1.4",
      "8 gradle.catalog_library io.acme:log:2",
      "9 gradle.catalog_plugin io.acme.conv:3",
    ]);
    expect(declaredIn(all, "build.gradle")).toEqual(["2 gradle.dependency io.acme:x:8"]);
  });

  it("reports the line of an entry without a module", () => {
    const { problems } = extract({ "gradle/libs.versions.toml": '[libraries]\nx = { version = "1" }\n' });
    expect(problems.map(({ line, code }) => [line, code])).toEqual([[2, "invalid_syntax"]]);
  });
});

describe("gradle: scopes", () => {
  it("binds names of applied scripts, scripts above, properties and constants of buildSrc", () => {
    const files = {
      "gradle.properties": "# x=0\nfromProperties = 1\n",
      "build.gradle":
        "apply from: \"$rootDir/gradle/versions.gradle\"\next.fromRoot = '2'\nallprojects { group = 'io.acme' }",
      "gradle/versions.gradle": "ext { fromApplied = '3' }",
      "buildSrc/src/main/kotlin/Versions.kt":
        'object Versions {\n  private const val major = "4"\n  const val kit = "$major.1"\n}\nconst val TOP = "5"\n',
      "app/build.gradle": `dependencies {
implementation "io.acme.x:a:$fromProperties"
implementation "io.acme.x:b:\${rootProject.fromRoot}"
implementation "io.acme.x:c:$fromApplied"
implementation "io.acme.x:d:$Versions.kit"
implementation "io.acme.x:e:\${TOP}"
implementation "io.acme.x:f:$major"
implementation "$group:g:1"
}`,
    };
    expect(declaredIn(files, "app/build.gradle")).toEqual([
      "2 gradle.dependency io.acme.x:a:1",
      "3 gradle.dependency io.acme.x:b:2",
      "4 gradle.dependency io.acme.x:c:3",
      "5 gradle.dependency io.acme.x:d:4.1",
      "6 gradle.dependency io.acme.x:e:5",
      "7 gradle.dependency io.acme.x:f:${major}",
      "8 gradle.dependency io.acme:g:1",
    ]);
  });

  it("does not bind a name with two values", () => {
    const text = "if (a) { ext.v = '1' } else { ext.v = '2' }\ndependencies { api \"io.acme:kit:$v\" }";
    expect(extract({ "build.gradle": text }).declarations.map(({ unbound }) => unbound)).toEqual(["${v}"]);
  });

  it("binds a name that is passed on under the same name", () => {
    const files = {
      "build.gradle.kts": `val kit = "1.2"
val log = "3"
subprojects {
  ext.set("kit", kit)
  extra["log"] = log
}
dependencies { api("io.acme:kit:$kit") }`,
      "app/build.gradle.kts":
        'val kit: String by project\ndependencies { api("io.acme:kit:$kit"); api("io.acme:log:${property("log")}") }',
    };
    expect(extract(files).declarations.map(({ rawReference }) => rawReference)).toEqual([
      "io.acme:kit:1.2",
      "io.acme:log:3",
      "io.acme:kit:1.2",
    ]);
  });

  it("takes a missing version from plugin management or constraints above", () => {
    const files = {
      "settings.gradle": "pluginManagement { plugins { id 'io.acme.conv' version '3' } }",
      "build.gradle": "subprojects { dependencies { constraints { api 'io.acme.x:kit:1.2' } } }",
      "app/build.gradle": "plugins { id 'io.acme.conv' }\ndependencies { api 'io.acme.x:kit' }",
    };
    const { declarations } = extract(files);
    const app = declarations.filter(({ sourceFile }) => sourceFile === "app/build.gradle");
    expect(app.map((each) => each.versionConstraint)).toEqual(["3", "1.2"]);
  });
});

describe("gradle: problems", () => {
  it.each([
    ["build.gradle", "dependencies {\n  api 'io.acme:a:1'\n", 1],
    ["build.gradle", "\napi 'io.acme", 2],
    ["build.gradle", "/* never closed", 1],
    ["build.gradle.kts", 'a("\n")', 1],
    ["build.gradle.kts", "a(\n}", 2],
    ["build.gradle.kts", '"${a(', 1],
    ["gradle/libs.versions.toml", "[versions]\nx y\n", 2],
  ])("reports the line of the error in %s: %j", (path, text, line) => {
    const { declarations, problems } = extract({ [path]: text });
    expect(problems.map((each) => [each.file, each.line, each.code])).toEqual([
      [path, line, "invalid_syntax"],
    ]);
    expect(declarations).toEqual([]);
  });

  it("reads long files and rejects deep ones", () => {
    const long = `dependencies {\n${"api 'io.acme:kit:1' // ${ /* '\n".repeat(5000)}}`;
    expect(declared(long)).toHaveLength(5000);
    expect(extract({ "build.gradle": "{".repeat(100_000) }).problems).toHaveLength(1);
    const words = `dependencies {\n api(${"a ".repeat(100_000)} ("io.acme:kit:1"))\n api("io.acme:core:1")\n}`;
    const found = extract({ "build.gradle.kts": words });
    expect([found.problems, found.declarations.map(({ artifact }) => artifact)]).toEqual([
      [],
      ["io.acme:core"],
    ]);
  });
});
