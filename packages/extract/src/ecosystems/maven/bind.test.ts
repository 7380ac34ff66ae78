import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { maven } from "./index.ts";

/** Returns `artifact constraint ?unbound` of every declaration in a file. */
const boundIn = (path: string, files: Record<string, string>): string[] =>
  extractFiles(files, [maven])
    .declarations.filter(({ sourceFile }) => sourceFile === path)
    .map(({ artifact, versionConstraint, unbound }) =>
      [artifact, versionConstraint, ...(unbound === null ? [] : [`?${unbound}`])].join(" "),
    );

const PARENT =
  "<parent><groupId>io.acme</groupId><artifactId>root</artifactId><version>1.0</version></parent>";
const root = (content: string): string =>
  `<project><groupId>io.acme</groupId><artifactId>root</artifactId><version>1.0</version>${content}</project>`;
const child = (content: string, parent = PARENT): string =>
  `<project>${parent}<artifactId>child</artifactId>${content}</project>`;
const uses = (...versions: string[]): string =>
  `<dependencies>${versions.map((version) => managed("x", version)).join("")}</dependencies>`;
const managed = (artifact: string, version: string | null, rest = ""): string =>
  `<dependency><groupId>org.x</groupId><artifactId>${artifact}</artifactId>${
    version === null ? "" : `<version>${version}</version>`
  }${rest}</dependency>`;
const management = (...entries: string[]): string =>
  `<dependencyManagement><dependencies>${entries.join("")}</dependencies></dependencyManagement>`;
const dependencies = (...entries: string[]): string => `<dependencies>${entries.join("")}</dependencies>`;

describe("maven: properties", () => {
  it("binds properties of the file, including nested ones", () => {
    const pom = root(
      `<properties><a>1</a><b>\${a}.2</b><loop>\${loop}</loop></properties>${uses("${b}", "${loop}", "${none}-${a}")}`,
    );
    expect(boundIn("pom.xml", { "pom.xml": pom })).toEqual([
      "org.x:x 1.2",
      "org.x:x ${loop} ?${loop}",
      "org.x:x ${none}-1 ?${none}",
    ]);
  });

  it("binds properties of parents in the repository, nearest first", () => {
    const files = {
      "pom.xml": root("<properties><a>1</a><b>1</b></properties>"),
      "child/pom.xml": child(`<properties><b>2</b></properties>${uses("${a}", "${b}")}`),
    };
    expect(boundIn("child/pom.xml", files)).toEqual(["org.x:x 1", "org.x:x 2"]);
  });

  it.each([
    ["a folder", "build/pom.xml", "<relativePath>../build</relativePath>", "1"],
    ["a file", "build/pom-root.xml", "<relativePath>../build/pom-root.xml</relativePath>", "1"],
    ["empty, so it is found by name", "build/pom.xml", "<relativePath/>", "1"],
    ["missing, so it is found by name", "build/pom.xml", "", "1"],
  ])("binds properties of a parent whose relativePath is %s", (_, path, relativePath, expected) => {
    const parent = PARENT.replace("</parent>", `${relativePath}</parent>`);
    const files = {
      [path]: root("<properties><a>1</a></properties>").replace(
        "<project>",
        '<project xmlns="http://maven.apache.org/POM/4.0.0">',
      ),
      "child/pom.xml": child(uses("${a}"), parent),
    };
    expect(boundIn("child/pom.xml", files)).toEqual([`org.x:x ${expected}`]);
  });

  it.each([
    ["another artifact", "<groupId>io.acme</groupId><artifactId>other</artifactId><version>1.0</version>"],
    ["another group", "<groupId>io.other</groupId><artifactId>root</artifactId><version>1.0</version>"],
    ["another version", "<groupId>io.acme</groupId><artifactId>root</artifactId><version>0.9</version>"],
  ])("ignores a pom.xml at the relativePath of the parent that has %s", (_, coordinates) => {
    const files = {
      "pom.xml": root("<properties><a>1</a></properties>"),
      "child/pom.xml": child(uses("${a}"), `<parent>${coordinates}</parent>`),
    };
    expect(boundIn("child/pom.xml", files)).toContain("org.x:x ${a} ?${a}");
  });

  it("binds fields of the project, including inherited ones", () => {
    const pom = child(
      uses("${project.version}", "${project.parent.version}", "${pom.version}", "${project.basedir}"),
      PARENT.replace("root", "far"),
    );
    expect(boundIn("pom.xml", { "pom.xml": pom }).slice(1)).toEqual([
      "org.x:x 1.0",
      "org.x:x 1.0",
      "org.x:x 1.0",
      "org.x:x ${project.basedir} ?${project.basedir}",
    ]);
  });

  it("binds properties of profiles that are active by default or all have the same value", () => {
    const profile = (content: string, active = ""): string =>
      `<profile>${active}<properties>${content}</properties></profile>`;
    const pom = root(`<properties><a>1</a></properties><profiles>
${profile("<a>2</a>", "<activation><activeByDefault>true</activeByDefault></activation>")}
${profile("<a>3</a><b>1</b><c>1</c>")}${profile("<b>2</b><c>1</c>")}</profiles>${uses("${a}", "${b}", "${c}")}`);
    expect(boundIn("pom.xml", { "pom.xml": pom })).toEqual(["org.x:x 2", "org.x:x ${b} ?${b}", "org.x:x 1"]);
  });

  it("does not look up a name with an unbound property", () => {
    const pom = root(
      "<dependencies><dependency><groupId>@g@</groupId><artifactId>x</artifactId></dependency></dependencies>",
    );
    expect(extractFiles({ "pom.xml": pom }, [maven]).declarations[0]).toMatchObject({
      artifact: "@g@:x",
      unbound: "@g@",
      lookups: [],
    });
  });

  it("handles properties that grow exponentially and circular parents", () => {
    const doubling = Array.from({ length: 40 }, (_, n) => `<a${n + 1}>\${a${n}}\${a${n}}</a${n + 1}>`).join(
      "",
    );
    const files = {
      "pom.xml": child(
        `<properties><a0/>${doubling}</properties>${uses("${a40}")}`,
        PARENT.replace("root", "child"),
      ),
    };
    expect(boundIn("pom.xml", files)).toEqual([expect.stringContaining("?${a") as unknown]);
  });
});

describe("maven: managed versions", () => {
  it("uses the management of the file and of parents in the repository", () => {
    const files = {
      "pom.xml": root(
        `<properties><v>1</v></properties>${management(managed("x", "${v}"), managed("y", "1"), managed("z", "1", "<type>test-jar</type>"))}`,
      ),
      "child/pom.xml": child(
        `<properties><v>2</v></properties>${management(managed("y", "3"))}${dependencies(
          managed("x", null),
          managed("y", null),
          managed("z", null),
          managed("z", null, "<type>test-jar</type>"),
          managed("x", "4"),
        )}`,
      ),
    };
    expect(boundIn("child/pom.xml", files)).toEqual([
      "org.x:x 2",
      "org.x:y 3",
      "org.x:z ",
      "org.x:z 1",
      "org.x:x 4",
      "org.x:y 3",
    ]);
  });

  it("uses the management of a BOM in the repository, with the properties of the BOM", () => {
    const imported =
      "<dependency><groupId>io.acme</groupId><artifactId>bom</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>";
    const files = {
      "bom/pom.xml": `<project><groupId>io.acme</groupId><artifactId>bom</artifactId><version>1</version>
<properties><v>7</v></properties>${management(managed("x", "${v}"))}</project>`,
      "pom.xml": root(
        `<properties><v>1</v></properties>${management(imported)}${dependencies(managed("x", null))}`,
      ),
    };
    expect(boundIn("pom.xml", files)).toEqual(["org.x:x 7"]);
  });

  it("prefers the management of the same profile and ignores other inactive profiles", () => {
    const profile = (version: string): string =>
      `<profile>${management(managed("x", version))}${dependencies(managed("x", null))}</profile>`;
    const pom = root(
      `<profiles>${profile("1")}${profile("2")}</profiles>${dependencies(managed("x", null))}`,
    );
    const bound = boundIn("pom.xml", { "pom.xml": pom });
    expect(bound.filter((each) => each === "org.x:x 1")).toHaveLength(2);
    expect(bound).toContain("org.x:x ");
  });

  it("leaves the constraint absent if the repository does not manage the dependency", () => {
    expect(boundIn("pom.xml", { "pom.xml": root(dependencies(managed("x", null))) })).toEqual(["org.x:x "]);
  });

  it("uses plugins and plugin management for plugins", () => {
    const plugins = (version: string): string =>
      `<plugins><plugin><artifactId>p</artifactId>${version}</plugin></plugins>`;
    const files = {
      "pom.xml": root(
        `<build><pluginManagement>${plugins("<version>5</version>")}</pluginManagement></build>`,
      ),
      "child/pom.xml": child(`<build>${plugins("")}</build>`),
    };
    expect(boundIn("child/pom.xml", files)).toEqual(["org.apache.maven.plugins:p 5"]);
  });
});
