import { describe, expect, it } from "vitest";
import { extractFiles } from "../../extract-files.ts";
import { maven } from "../maven/index.ts";
import { gradle } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [gradle]);

/** `line rule rawReference` of every declaration of some files, those of `path` only. */
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

describe("gradle declarations of a Groovy script", () => {
  it("are what is asked for, each on its line, nothing from comments, projects, files or exclusions", () => {
    expect(declared(TYPICAL)).toEqual(TYPICAL_DECLARED);
  });

  it("are right with a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`)).toEqual(TYPICAL_DECLARED);
  });

  it("keep which file of a module is asked for, beside name and version", () => {
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

  it("are none of an empty file", () => {
    expect(extract({ "build.gradle": "" })).toEqual({ declarations: [], artifacts: [], problems: [] });
  });

  it("are not what only looks like it", () => {
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
    expect(extract({ "build.gradle": text })).toEqual({ declarations: [], artifacts: [], problems: [] });
  });

  it("are lists, positional texts, forced modules, BOMs and managed sets", () => {
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

describe("gradle loops over lists that a script writes out", () => {
  it("ask for each element, on its own line, once", () => {
    const text = `ext.kit = '1'
def libs = [
  'io.acme:a:1', // 'io.acme:no:1'
  "io.acme:b:$kit",
  [group: 'io.acme', name: 'c', version: '3'],
]
List<String> names = ['d', 'e']
dependencies {
  libs.each { dep ->
    runtimeOnly(dep)
    api(dep) { transitive = false; exclude group: it }
    api 'io.acme:always:1'
  }
  names.each { if (a) { implementation "io.acme:$it:1" } }
  for (String lib : ['io.acme:f:1']) { implementation lib }
  ['io.acme:g:1', 'io.acme:h:1'].each { implementation it }
  ['kit-a': '1', b: '2'].each { name, version -> implementation "io.acme:\${name}:\${version}" }
}
`;
    expect(declared(text)).toEqual([
      "3 gradle.dependency io.acme:a:1",
      "4 gradle.dependency io.acme:b:1",
      "5 gradle.dependency io.acme:c:3",
      "12 gradle.dependency io.acme:always:1",
      "14 gradle.dependency io.acme:d:1",
      "14 gradle.dependency io.acme:e:1",
      "15 gradle.dependency io.acme:f:1",
      "16 gradle.dependency io.acme:g:1",
      "16 gradle.dependency io.acme:h:1",
      "17 gradle.dependency io.acme:kit-a:1",
      "17 gradle.dependency io.acme:b:2",
    ]);
  });

  it("are Kotlin's too", () => {
    const text = `val libs: List<String> = listOf("io.acme:a:1",
  "io.acme:b:1")
dependencies {
  libs.forEach { implementation(it) }
  for (name in listOf("c", "d")) { api("io.acme:$name:1") }
}`;
    expect(declared(text, "build.gradle.kts")).toEqual([
      "1 gradle.dependency io.acme:a:1",
      "2 gradle.dependency io.acme:b:1",
      "5 gradle.dependency io.acme:c:1",
      "5 gradle.dependency io.acme:d:1",
    ]);
  });

  it("stay as they are written where nothing says what they go over", () => {
    const text = `def twice = ['a']
twice = ['b']
dependencies {
  twice.each { name -> implementation "io.acme:$name:1" }
  found.each { name -> implementation "io.acme:$name:2" }
  ['a'].each { name, version -> implementation "io.acme:$name:3" }
  ['a', 'b'].each { implementation it.coordinates }
  ['io.acme:outer:1'].each { found.each { implementation it } }
  ['a'].each { list -> ['b'].each { list -> implementation "io.acme:$list:4" } }
}`;
    expect(declared(text)).toEqual([
      "4 gradle.dependency io.acme:${name}:1",
      "5 gradle.dependency io.acme:${name}:2",
      "6 gradle.dependency io.acme:${name}:3",
      "9 gradle.dependency io.acme:b:4",
    ]);
  });

  it("are unrolled no further than anybody would write", () => {
    const list = `[${"'a',".repeat(30)}]`;
    const nested = `${`${list}.each { `.repeat(4)} implementation "io.acme:$it:1" ${"}".repeat(4)}`;
    expect(extract({ "build.gradle": `dependencies { ${nested} }` }).problems).toEqual([]);
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

describe("gradle declarations of a Kotlin script", () => {
  it("are what is asked for, each on its line", () => {
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

  it("are unbound where nothing says what is put in, and look nothing up by half a name", () => {
    const { declarations } = extract({ "build.gradle.kts": KOTLIN });
    const unbound = declarations.filter((each) => each.unbound !== null);
    expect(unbound.map((each) => [each.artifact, each.unbound, each.lookups.length])).toEqual([
      ["io.acme:bom", "${log}", 1],
      ["libs.unseen", "${libs.unseen}", 0],
      ["io.acme:unknown", "${absent}", 1],
    ]);
  });

  it("carry name, constraint and scheme", () => {
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
      },
    ]);
  });

  it("name a plugin by the module that stands for its id", () => {
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

describe("gradle images of Jib", () => {
  it("are what an image is made from, each on its line, wherever Jib is told", () => {
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

describe("gradle version catalogs", () => {
  const files = {
    "gradle/libs.versions.toml": CATALOG,
    "build.gradle.kts": `plugins { alias(libs.plugins.conv); id("io.acme.other") version libs.versions.kit.http.get() }
dependencies { implementation(libs.kit.core); implementation(libs.bundles.all)
implementation("io.acme:tool:\${libs.versions.kit.asProvider().get()}") }`,
  };

  it("declare what stands in them, on its line", () => {
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

  it("are not declared again where scripts refer to them, but give scripts their versions", () => {
    expect(declaredIn(files, "build.gradle.kts")).toEqual([
      "1 gradle.plugin io.acme.other:[2,3[!!2.1",
      "3 gradle.dependency io.acme:tool:1.4",
    ]);
  });

  it("are also what a settings script makes, names and imports", () => {
    const settings = `dependencyResolutionManagement {
  versionCatalogs {
    create("tools") { from(files("gradle/other.versions.toml")) }
    create("acme") { from("io.acme:catalog:5") }
    libs {
      version('kit', '1.4')
      library("kit", "io.acme", "kit").versionRef("kit")
      library("log", "io.acme:log:2")
      plugin("conv", "io.acme.conv").version("3")
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

  it("with an entry that names nothing are a problem of its line", () => {
    const { problems } = extract({ "gradle/libs.versions.toml": '[libraries]\nx = { version = "1" }\n' });
    expect(problems.map(({ line, code }) => [line, code])).toEqual([[2, "invalid_syntax"]]);
  });
});

describe("gradle scripts see", () => {
  it("what they apply, what stands above them, properties, and constants of buildSrc", () => {
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

  it("no value of a name that has two", () => {
    const text = "if (a) { ext.v = '1' } else { ext.v = '2' }\ndependencies { api \"io.acme:kit:$v\" }";
    expect(extract({ "build.gradle": text }).declarations.map(({ unbound }) => unbound)).toEqual(["${v}"]);
  });

  it("a name that is given on as it is", () => {
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

  it("the version that plugin management or constraints above them state", () => {
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

describe("gradle artifacts", () => {
  it("are the projects that have a group, and what is theirs is not asked for", () => {
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

  it("take their group from the scripts that they apply, plugins of the repository among them", () => {
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

  it("are announced as Maven announces its own", () => {
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

  it("without a name of their own are assumed to be called like the repository", () => {
    expect(extract({ "build.gradle": "group = 'io.acme'" }).artifacts).toMatchObject([
      { name: "io.acme:app", assumed: true },
    ]);
  });

  it("are named by publications, and by properties", () => {
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

  it("are named by publications that outer scripts and conventions write for them", () => {
    const publishing = (artifactId: string, group: string) =>
      `publishing { publications { create<MavenPublication>("kit") {
  groupId = "${group}"
  artifactId = ${artifactId}
  version = "\${this@subprojects.version}"
} } }`;
    const files = {
      "settings.gradle.kts": 'rootProject.name = "all"',
      "build.gradle.kts": `subprojects {\n${publishing('"kit-${project.name}"', "io.acme")}\n}`,
      "buildSrc/src/main/kotlin/published.gradle.kts": publishing("project.name", "io.acme.conv"),
      "a/build.gradle.kts": "\n// nothing of its own",
      "b/build.gradle.kts": publishing('"bee"', "io.own"),
      "c/build.gradle.kts": "plugins { published }",
    };
    const { artifacts } = extract(files);
    expect(artifacts.map(({ name, sourceFile, sourceLine }) => [name, sourceFile, sourceLine])).toEqual([
      ["io.acme:kit-a", "a/build.gradle.kts", 1],
      ["io.own:bee", "b/build.gradle.kts", 3],
      ["io.acme.conv:c", "c/build.gradle.kts", 1],
    ]);
  });

  it("are named by what their archives are called, which is the project's name where no script says otherwise", () => {
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

  it("are plugins by id, those that are scripts too", () => {
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

describe("gradle problems", () => {
  it.each([
    ["build.gradle", "dependencies {\n  api 'io.acme:a:1'\n", 1],
    ["build.gradle", "\napi 'io.acme", 2],
    ["build.gradle", "/* never closed", 1],
    ["build.gradle.kts", 'a("\n")', 1],
    ["build.gradle.kts", "a(\n}", 2],
    ["build.gradle.kts", '"${a(', 1],
    ["gradle/libs.versions.toml", "[versions]\nx y\n", 2],
  ])("tell the line of what is wrong in %s: %j", (path, text, line) => {
    const { declarations, problems } = extract({ [path]: text });
    expect(problems.map((each) => [each.file, each.line, each.code])).toEqual([
      [path, line, "invalid_syntax"],
    ]);
    expect(declarations).toEqual([]);
  });

  it("are none of deep or long texts that are right, in linear time", () => {
    const long = `dependencies {\n${"api 'io.acme:kit:1' // ${ /* '\n".repeat(5000)}}`;
    expect(declared(long)).toHaveLength(5000);
    expect(extract({ "build.gradle": "{".repeat(100_000) }).problems).toHaveLength(1);
  });
});
