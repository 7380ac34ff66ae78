import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { jenkins } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [jenkins]);

/** `line step` of every step of a pipeline. */
const steps = (text: string, path = "Jenkinsfile"): string[] =>
  extract({ [path]: text })
    .declarations.filter(({ evidence }) => evidence.rule === "jenkins.step")
    .map((each) => `${each.sourceLine} ${each.artifact}`);

describe("jenkins: steps of a library that Jenkins loads", () => {
  it("declares the first call of each", () => {
    expect(steps("buildApp('web', [\n  tag: 'x',\n])\n")).toEqual(["1 buildApp"]);
    expect(steps("buildApp {\n  name = 'x'\n}\n")).toEqual(["1 buildApp"]);
    expect(
      steps("// buildOld()\nnode('a') {\n  if (infra.isInfra()) {\n    deployApp name: 'x'\n  }\n}\n"),
    ).toEqual(["3 infra", "4 deployApp"]);
    expect(steps("def x = buildApp()\r\nbuildApp()\r\n")).toEqual(["1 buildApp"]);
  });

  it("does not declare known steps, members, or what the file defines", () => {
    expect(
      steps(
        "def helper(a) {\n  sh a\n}\npipeline {\n  agent any\n  stages {\n    stage('x') {\n      steps {\n" +
          "        helper('x')\n        sh 'buildApp()'\n        script { docker.image('x').inside { other.pull() } }\n" +
          "      }\n    }\n  }\n}\ndef other = load 'x'\n",
      ),
    ).toEqual([]);
  });

  it("does not declare steps of a pipeline with a library, or of the library itself", () => {
    expect(steps("@Library('acme') _\nbuildApp()\n")).toEqual([]);
    const files = { Jenkinsfile: "buildApp()\n", "vars/buildApp.groovy": "def call() { deployApp() }\n" };
    expect(extract(files).declarations).toEqual([]);
  });

  it("looks up the step at the same owner, which the library announces and contains", () => {
    const [declaration] = extract({ Jenkinsfile: "buildApp()\n" }).declarations;
    const library = extract({ "vars/buildApp.groovy": "def call() {}\n" });
    expect(declaration?.lookups).toEqual(["convention:jenkins_library:acme/vars/buildApp"]);
    expect(library.artifacts[0]?.announces).toEqual(expect.arrayContaining(declaration?.lookups ?? []));
    expect(library.compositions).toEqual([
      { outer: "jenkins_library:buildApp", inner: "jenkins_library:app" },
    ]);
  });
});

describe("jenkins: files recognized by content", () => {
  const PIPELINE = "pipeline {\n  agent { docker { image 'acme/build:1' } }\n}\n";
  const images = (path: string, text: string) =>
    extract({ [path]: text }).declarations.map((each) => each.artifact);

  it.each([
    ["Jenkinsfile_k8s", PIPELINE],
    ["MyJenkinsfile", PIPELINE],
    ["Jenkinsfile.d/core/release", PIPELINE],
    ["ci/release.jenkins", PIPELINE],
    ["ci/pipeline", `#!/usr/bin/env groovy\n\n// build\n/* a\n * b */\ndef x = 1\n${PIPELINE}`],
    ["jenkins/build.groovy", "withBuild(name: 'x') {\n  docker.image('acme/build:1').inside {}\n}\n"],
  ])("reads %s", (path, text) => {
    expect(images(path, text)).toContain("docker.io/acme/build");
  });

  it.each([
    ["README", `Write this:\n${PIPELINE}`],
    ["LICENSE", "node(s) of the tree\n"],
    ["build.gradle", PIPELINE],
    ["jenkins/build.groovy", "class A {\n  def x = docker.image('acme/build:1')\n}\n"],
  ])("does not read %s of another kind", (path, text) => {
    expect(images(path, text)).toEqual([]);
  });
});
