import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { maven } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [maven]);

/** Returns `line rule rawReference` of every declaration in a POM. */
const declared = (pom: string, path = "pom.xml"): string[] =>
  extract({ [path]: pom }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

const project = (content: string): string =>
  `<project>\n<groupId>io.acme</groupId><artifactId>app</artifactId><version>1.0</version>\n${content}</project>\n`;

const dependency = (artifact: string, rest = ""): string =>
  `<dependency><groupId>io.acme</groupId><artifactId>${artifact}</artifactId>${rest}</dependency>\n`;

const TYPICAL = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent>
    <groupId>io.acme</groupId>
    <artifactId>acme-parent</artifactId>
    <version>12</version>
    <relativePath/>
  </parent>
  <artifactId>orders</artifactId>
  <version>2.1.0-SNAPSHOT</version>
  <properties>
    <kit.version>1.4.2</kit.version>
  </properties>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>io.acme</groupId>
        <artifactId>acme-bom</artifactId>
        <version>[3,4)</version>
        <type>pom</type>
        <scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency>
      <!-- <groupId>io.old</groupId> -->
      <groupId>io.acme</groupId>
      <artifactId>kit</artifactId>
      <version>\${kit.version}</version>
      <exclusions>
        <exclusion><groupId>io.acme</groupId><artifactId>legacy</artifactId></exclusion>
      </exclusions>
    </dependency>
    <!-- <dependency><groupId>io.acme</groupId><artifactId>old</artifactId></dependency> -->
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-api</artifactId>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.13.0</version>
      </plugin>
    </plugins>
  </build>
</project>
`;

const TYPICAL_DECLARED = [
  "6 maven.parent io.acme:acme-parent:12",
  "19 maven.bom io.acme:acme-bom:[3,4)",
  "30 maven.dependency io.acme:kit:1.4.2",
  "39 maven.dependency org.slf4j:slf4j-api",
  "45 maven.plugin org.apache.maven.plugins:maven-compiler-plugin:3.13.0",
];

describe("maven: declarations", () => {
  it("declares the parent, BOMs, dependencies and plugins, not comments or exclusions", () => {
    expect(declared(TYPICAL)).toEqual(TYPICAL_DECLARED);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ "svc/pom.xml": TYPICAL }).declarations[2]).toEqual({
      ecosystem: "maven",
      dependencyType: "maven_artifact",
      sourceFile: "svc/pom.xml",
      sourceLine: 30,
      rawReference: "io.acme:kit:1.4.2",
      artifact: "io.acme:kit",
      versionConstraint: "1.4.2",
      versioning: "maven",
      unbound: null,
      versionComment: null,
      lookups: ["maven_artifact:io.acme:kit"],
      evidence: { class: "manifest", rule: "maven.dependency" },
      role: "runtime",
      scope: "maven_artifact:io.acme:orders",
      locked: null,
    });
  });

  it("accepts a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`)).toEqual(TYPICAL_DECLARED);
  });

  it("declares an artifact in two elements twice", () => {
    const twice = dependency("kit", "<version>1</version>").repeat(2);
    expect(declared(project(`<dependencies>\n${twice}</dependencies>`))).toEqual([
      "4 maven.dependency io.acme:kit:1",
      "5 maven.dependency io.acme:kit:1",
    ]);
  });

  it("declares extensions, and the dependencies and configured artifacts of plugins", () => {
    const plugin = `<plugin><artifactId>p</artifactId>
<dependencies>
${dependency("rules", "<version>2</version>")}</dependencies>
<configuration><annotationProcessorPaths><path><groupId>io.acme</groupId>
<artifactId>processor</artifactId></path></annotationProcessorPaths></configuration>
<executions><execution><configuration><artifactItems><artifactItem><groupId>io.acme</groupId>
<artifactId>agent</artifactId><version>3</version></artifactItem></artifactItems></configuration></execution></executions>
</plugin>`;
    const extension = `<extensions><extension><groupId>io.acme</groupId>
<artifactId>wagon</artifactId></extension></extensions>`;
    const managed = `<pluginManagement><plugins><plugin><groupId>io.acme</groupId>
<artifactId>q</artifactId></plugin></plugins></pluginManagement>`;
    expect(
      declared(
        project(`<build><plugins>${plugin}</plugins>\n${extension}${managed}</build>
<reporting><plugins><plugin><artifactId>site</artifactId></plugin></plugins></reporting>`),
      ),
    ).toEqual([
      "3 maven.plugin org.apache.maven.plugins:p",
      "5 maven.plugin_dependency io.acme:rules:2",
      "8 maven.annotation_processor io.acme:processor",
      "10 maven.artifact_item io.acme:agent:3",
      "13 maven.extension io.acme:wagon",
      "14 maven.managed_plugin io.acme:q",
      "15 maven.plugin org.apache.maven.plugins:site",
    ]);
  });

  it("declares dependencies of profiles with the profile's properties", () => {
    const profile = (version: string): string =>
      `<profile><properties><v>${version}</v></properties><dependencies>
${dependency("kit", "<version>${v}</version>")}</dependencies></profile>`;
    expect(
      declared(
        project(`<properties><v>1</v></properties><profiles>${profile("2")}\n${profile("3")}</profiles>`),
      ),
    ).toEqual(["4 maven.dependency io.acme:kit:2", "7 maven.dependency io.acme:kit:3"]);
  });

  it("declares the core extensions of .mvn/extensions.xml", () => {
    const text = `<extensions>\n<extension><groupId>io.acme</groupId><artifactId>cache</artifactId>
<version>1.0</version></extension></extensions>`;
    expect(declared(text, ".mvn/extensions.xml")).toEqual(["2 maven.core_extension io.acme:cache:1.0"]);
  });

  it("looks up the repository that a group ID of a git host names", () => {
    const text = `<dependency><groupId>com.github.Acme</groupId><artifactId>Kit</artifactId></dependency>
<dependency><groupId>io.github.acme.kit</groupId><artifactId>core</artifactId></dependency>`;
    const { declarations } = extract({ "pom.xml": project(`<dependencies>${text}</dependencies>`) });
    expect(declarations.map(({ lookups }) => lookups)).toEqual([
      ["maven_artifact:com.github.Acme:Kit", "git:github.com/acme/kit"],
      ["maven_artifact:io.github.acme.kit:core", "git:github.com/acme/kit"],
    ]);
  });

  it("skips the repository itself, its modules and system dependencies", () => {
    const files = {
      "pom.xml": project("<packaging>pom</packaging><modules><module>core</module></modules>"),
      "core/pom.xml": `<project><parent><groupId>io.acme</groupId><artifactId>app</artifactId><version>1.0</version></parent>
<artifactId>core</artifactId></project>`,
      "web/pom.xml": `<project><parent><groupId>io.acme</groupId><artifactId>app</artifactId><version>1.0</version></parent>
<artifactId>web</artifactId><dependencies>
<dependency><groupId>\${project.groupId}</groupId><artifactId>core</artifactId><version>\${project.version}</version></dependency>
<dependency><groupId>com.github.acme</groupId><artifactId>app</artifactId></dependency>
<dependency><groupId>oracle</groupId><artifactId>jdbc</artifactId><scope>system</scope></dependency>
</dependencies></project>`,
    };
    expect(extract(files).declarations).toEqual([]);
  });

  it("declares an artifact even if a test project has the same name", () => {
    const files = {
      "pom.xml": project(`<dependencies>${dependency("kit")}</dependencies>`),
      "src/it/kit/pom.xml": `<project><groupId>io.acme</groupId><artifactId>kit</artifactId></project>`,
      "src/it/use/pom.xml": `<project><groupId>io.acme</groupId><artifactId>use</artifactId><dependencies>
${dependency("kit")}</dependencies></project>`,
    };
    const { declarations, artifacts } = extract(files);
    expect(declarations.map(({ sourceFile }) => sourceFile)).toEqual(["pom.xml"]);
    expect(artifacts.map(({ name }) => name)).toEqual(["io.acme:app"]);
  });
});

describe("maven: modules in test folders", () => {
  const module = (parent: string) => ({
    "pom.xml": project(`<dependencies>${dependency("kit-test")}</dependencies>`),
    "kit/test/pom.xml": `<project><parent><groupId>io.acme</groupId><artifactId>${parent}</artifactId><version>1.0</version>
<relativePath>../../pom.xml</relativePath></parent><artifactId>kit-test</artifactId></project>`,
  });

  it("treats a module as its own if the parent is in the repository", () => {
    const { declarations, artifacts } = extract(module("app"));
    expect(declarations).toEqual([]);
    expect(artifacts.map(({ name }) => name)).toEqual(["io.acme:kit-test", "io.acme:app"]);
  });

  it("treats a module as test data if the parent is not in the repository", () => {
    const { declarations, artifacts } = extract(module("other"));
    expect(declarations.map(({ sourceFile }) => sourceFile)).toEqual(["kit/test/pom.xml", "pom.xml"]);
    expect(artifacts.map(({ name }) => name)).toEqual(["io.acme:app"]);
  });
});

describe("maven: files", () => {
  const POM = '<project xmlns="http://maven.apache.org/POM/4.0.0"/>';
  it.each([
    ["pom.xml", "<project/>", true],
    ["a/b/pom.xml", "", true],
    ["pom-jdk8.xml", POM, true],
    ["flattened-pom.xml", POM, true],
    ["pom-jdk8.xml", "<project/>", false],
    ["build.xml", "<project/>", false],
    ["repo/kit-1.0.pom", POM, false],
    ["extensions.xml", "<extensions/>", false],
    [".mvn/extensions.xml", "<extensions/>", true],
  ])("claims %s with %j: %s", (path, text, expected) => {
    expect(maven.claims({ path, text })).toBe(expected);
  });
});

describe("maven: artifacts", () => {
  it("announces the project with the group and version inherited from its parent", () => {
    const { artifacts } = extract({
      "pom.xml": `<project>
<parent><groupId>io.acme</groupId><artifactId>acme-parent</artifactId><version>12</version></parent>
<artifactId>orders</artifactId>
<distributionManagement><repository><url>https://maven.acme.io/releases</url></repository></distributionManagement>
</project>`,
    });
    expect(artifacts).toEqual([
      {
        ecosystem: "maven",
        artifactType: "maven_artifact",
        name: "io.acme:orders",
        version: "12",
        registryUrl: "https://maven.acme.io/releases",
        sourceFile: "pom.xml",
        sourceLine: 3,
        announces: ["maven_artifact:io.acme:orders"],
        evidence: { class: "manifest", rule: "maven.project" },
      },
    ]);
  });

  it.each([
    ["<properties><revision>1.2</revision></properties><version>${revision}</version>", "1.2"],
    ["<version>${revision}</version>", null],
    ["<version>${revision}${sha1}</version><properties><revision>1</revision></properties>", null],
  ])("announces the bound version, if any: %s", (content, version) => {
    const pom = `<project><groupId>io.acme</groupId><artifactId>a</artifactId>${content}</project>`;
    expect(extract({ "pom.xml": pom }).artifacts[0]?.version).toBe(version);
  });

  it("does not announce a project whose name contains a placeholder", () => {
    const pom = "<project><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId></project>";
    expect(
      extract({ "src/main/resources/archetype-resources/pom.xml": pom, "x/pom.xml": pom }).artifacts,
    ).toEqual([]);
  });
});

describe("maven: problems", () => {
  it.each([
    ["an empty file", "", 1],
    ["an unclosed element", "<project>\n<groupId>\n</project>", 3],
    ["a merge conflict", "<project>\n<<<<<<< HEAD\n</project>", 2],
    ["another format", "\n<html/>", 2],
  ])("reports the file and line of %s", (_, pom, line) => {
    const { declarations, artifacts, problems } = extract({ "pom.xml": pom });
    expect(problems).toEqual([
      expect.objectContaining({ file: "pom.xml", line, code: "invalid_syntax" }) as unknown,
    ]);
    expect([...declarations, ...artifacts]).toEqual([]);
  });

  it("names the root element that another format lacks", () => {
    const { problems } = extract({ "pom.xml": "<html/>", ".mvn/extensions.xml": "<project/>" });
    expect(problems.map(({ message }) => message)).toEqual([
      "maven: Expected <project> as the root element.",
      "maven: Expected <extensions> as the root element.",
    ]);
  });

  it("reports invalid dependencies and declares the others", () => {
    const { declarations, problems } = extract({
      "pom.xml": project(`<dependencies>
<dependency><artifactId>kit</artifactId></dependency>
<dependency><groupId>a b</groupId><artifactId>c</artifactId></dependency>
${dependency("log")}</dependencies>`),
    });
    expect(problems.map(({ line }) => line)).toEqual([4, 5]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["io.acme:log"]);
  });
});
