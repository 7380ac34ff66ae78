import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";
import { gradle } from "./index.ts";

/** `artifact version file:line` of every declaration's lock. */
const locks = (files: Record<string, string>): string[] =>
  extractFiles(files, [gradle]).declarations.map(({ artifact, locked }) =>
    [artifact, locked && `${locked.version} ${locked.file}:${locked.line}`].join(" "),
  );

const SCRIPT = `buildscript { dependencies { classpath 'org.x:a:1.+' } }
dependencies {
  implementation 'org.x:a:1.+'
  implementation 'org.x:b:[1,2)'
}
`;
const HEAD = "# This is a Gradle generated file for dependency locking.\n";
const LOCK = `${HEAD}org.x:a:1.4=compileClasspath,runtimeClasspath\norg.x:c:1=runtimeClasspath\nempty=kapt\n`;

describe("gradle: locks", () => {
  it("are those of the project, and those of its build script", () => {
    expect(
      locks({
        "core/build.gradle": SCRIPT,
        "core/gradle.lockfile": LOCK.replaceAll("\n", "\r\n"),
        "core/buildscript-gradle.lockfile": `${HEAD}org.x:a:1.3=classpath\n`,
        "gradle.lockfile": `${HEAD}org.x:b:1.1=runtimeClasspath\n`,
      }),
    ).toEqual([
      "org.x:a 1.3 core/buildscript-gradle.lockfile:2",
      "org.x:a 1.4 core/gradle.lockfile:2",
      "org.x:b ",
    ]);
  });

  it("can be one file for each configuration", () => {
    expect(
      locks({
        "build.gradle": SCRIPT,
        "gradle/dependency-locks/annotationProcessor.lockfile": `${HEAD}org.x:a:1.1\n`,
        "gradle/dependency-locks/runtimeClasspath.lockfile": `${HEAD}org.x:a:1.2\norg.x:b:1.1\n`,
        "gradle/dependency-locks/buildscript-classpath.lockfile": `${HEAD}org.x:a:1.3\n`,
      }),
    ).toEqual([
      "org.x:a 1.3 gradle/dependency-locks/buildscript-classpath.lockfile:2",
      "org.x:a 1.2 gradle/dependency-locks/runtimeClasspath.lockfile:2",
      "org.x:b 1.1 gradle/dependency-locks/runtimeClasspath.lockfile:3",
    ]);
  });

  it("hold what an outer script or a catalog declares for a project", () => {
    expect(
      locks({
        "build.gradle": "subprojects { dependencies { implementation 'org.x:a:1.+' } }",
        "gradle/libs.versions.toml": '[libraries]\na = "org.x:a:1.+"\n',
        "core/build.gradle": "dependencies { api libs.a }",
        "core/gradle.lockfile": LOCK,
      }),
    ).toEqual(["org.x:a 1.4 core/gradle.lockfile:2", "org.x:a 1.4 core/gradle.lockfile:2"]);
  });

  it("have no version if the file has no readable entry or was not read", () => {
    expect(locks({ "build.gradle": SCRIPT, "gradle.lockfile": "<<<<<<< HEAD\n" })[1]).toBe(
      "org.x:a null gradle.lockfile:null",
    );
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [gradle]);
    extraction.addFile("build.gradle", new TextEncoder().encode(SCRIPT));
    const tree = ["build.gradle", "gradle.lockfile"].map((path) => ({ path, mode: "100644", oid: "" }));
    expect(extraction.finish(tree).declarations[1]?.locked).toEqual({
      version: null,
      file: "gradle.lockfile",
      line: null,
    });
  });

  it("are read in linear time", () => {
    const before = process.cpuUsage();
    locks({
      "build.gradle": SCRIPT,
      "gradle.lockfile": `${":a".repeat(200_000)}\n${"a:b:c=".repeat(100_000)}`,
    });
    expect(cpuMsSince(before)).toBeLessThan(1000);
  });
});
