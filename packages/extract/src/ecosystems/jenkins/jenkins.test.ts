import { describe, expect, it } from "vitest";
import type { RepositoryIdentity } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { cpuMs } from "../../testing/cpu-ms.ts";
import { jenkins } from "./index.ts";

const CI = "Jenkinsfile";
const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };

const extract = (files: Record<string, string>, repository?: RepositoryIdentity) =>
  extractFiles(files, [jenkins], repository);
const declarationsOf = (text: string) => extract({ [CI]: text }).declarations;

/** `line rule rawReference` of every declaration. */
const declared = (text: string, path = CI): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) =>
      `${sourceLine} ${evidence.rule.replace("jenkins.", "")} ${rawReference}`,
  );

const TYPICAL = `#!/usr/bin/env groovy
@Library(['acme-pipeline@v1.2.0', 'tools']) _
// @Library('old@1') _
/* docker { image 'old:1' }
   library 'old' */
library "deploy@main"
library identifier: 'remote@v2', retriever: modernSCM(
  [$class: 'GitSCMSource', remote: 'git@github.com:Acme/remote-lib.git', credentialsId: 'x'])
pipeline {
  agent {
    docker {
      image 'acme/build:1.4'
      args '-v /tmp:/tmp'
    }
  }
  stages {
    stage('checkout') {
      agent { docker 'maven:3-jdk-21' }
      steps {
        git url: 'https://github.com/acme/tool.git', branch: 'release'
        git 'ssh://git@git.acme.io:2222/acme/kit.git'
        checkout scm
        checkout([$class: 'GitSCM', branches: [[name: '*/main']],
          userRemoteConfigs: [[url: 'https://git.acme.io/acme/base.git']]])
        sh 'docker build . && git clone x // no comment'
        sh '''
          library 'text'
          docker.image('text:1').inside { }
        '''
        echo "see library('text') or \${docker.image("text:2")}"
      }
    }
    stage('scripted') {
      steps {
        script {
          docker.image('node:20').inside('-u root') { sh 'make' }
          docker.withRegistry('https://registry.acme.io', 'login') {
            docker.image('acme/lint:2').inside { sh 'lint' }
            docker.image('acme/app:1').push()
          }
          docker.image('node:20').pull()
        }
      }
    }
  }
}
`;

describe("jenkins: declarations", () => {
  it("declares libraries, repositories and images on their lines, but not comments, other strings or pushed images", () => {
    expect(declared(TYPICAL)).toEqual([
      "2 library acme-pipeline@v1.2.0",
      "2 library tools",
      "6 library deploy@main",
      "7 library remote@v2",
      "12 image acme/build:1.4",
      "18 image maven:3-jdk-21",
      "20 git https://github.com/acme/tool.git@release",
      "21 git ssh://git@git.acme.io:2222/acme/kit.git",
      "24 checkout https://git.acme.io/acme/base.git@*/main",
      "36 image node:20",
      "38 image registry.acme.io/acme/lint:2",
      "41 image node:20",
    ]);
  });

  it("looks up a library by the repository of the same name, of the same owner first", () => {
    expect(declarationsOf(TYPICAL)[0]).toEqual({
      arguments: [],
      ecosystem: "jenkins",
      dependencyType: "jenkins_library",
      sourceFile: CI,
      sourceLine: 2,
      rawReference: "acme-pipeline@v1.2.0",
      artifact: "acme-pipeline",
      versionConstraint: "v1.2.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: ["convention:jenkins_library:acme/acme-pipeline", "convention:jenkins_library:acme-pipeline"],
      evidence: { class: "manifest", rule: "jenkins.library" },
      role: "ci",
      scope: null,
      locked: null,
    });
  });

  it("looks up a library with a remote only by that repository", () => {
    expect(declarationsOf(TYPICAL)[3]).toMatchObject({
      artifact: "github.com/acme/remote-lib",
      versionConstraint: "v2",
      lookups: ["git:github.com/acme/remote-lib"],
    });
  });

  it("drops a wildcard remote from the branch of a checkout", () => {
    expect(declarationsOf(TYPICAL)[8]).toMatchObject({
      dependencyType: "git_repository",
      artifact: "git.acme.io/acme/base",
      versionConstraint: "main",
      lookups: ["git:git.acme.io/acme/base"],
    });
  });

  it.each([
    ["@Library('a@feature/x') _", ["1 library a@feature/x"]],
    ['@Library(value="a@v1", changelog=false) _', ["1 library a@v1"]],
    ["@Library('a@v1')\nimport com.acme.Tool", ["1 library a@v1"]],
    ["library('a').com.acme.Tool.run()", ["1 library a"]],
    ["def x = library(\n  identifier: 'a@v1',\n  changelog: false\n)", ["2 library a@v1"]],
    ["pipeline { libraries {\n  lib('a@v1')\n  lib 'b'\n} }\nlib('c')", ["2 library a@v1", "3 library b"]],
    ["def library(String name) { load name }", []],
    ["x.library('a')", []],
    ["library 'two words'", []],
  ])("reads libraries in %j", (text, expected) => {
    expect(declared(text)).toEqual(expected);
  });

  it.each([
    [
      "git(\n  branch: 'main',\n  url: 'git@github.com:acme/a.git'\n)",
      ["3 git git@github.com:acme/a.git@main"],
    ],
    ["git branch: 'main',\n    url: 'https://github.com/acme/a'", ["2 git https://github.com/acme/a@main"]],
    [
      "git 'https://github.com/acme/a'\nx url: 'https://github.com/acme/b', branch: 'x'",
      ["1 git https://github.com/acme/a"],
    ],
    [
      "checkout scmGit(branches: [[name: 'v1']], userRemoteConfigs: [[url: 'https://github.com/acme/a']])",
      ["1 checkout https://github.com/acme/a@v1"],
    ],
    [
      "checkout resolveScm(source: [$class: 'GitSCMSource', remote: 'https://github.com/acme/a'], targets: ['v2', 'main'])",
      ["1 checkout https://github.com/acme/a@v2"],
    ],
    ["tools { git 'Default' }", []],
    ["git '../local'", []],
    ["git 'https://github.com/Acme/App.git'", []],
  ])("reads repositories in %j, except its own", (text, expected) => {
    expect(declared(text)).toEqual(expected);
  });

  it("declares images of pods on their lines", () => {
    expect(
      declared(`podTemplate(yaml: '''
kind: Pod
spec:
  initContainers:
  - image: acme/init:1
  containers:
  - name: a
    image: "acme/base:2"
''', containers: [
  containerTemplate(name: 'm', image: 'maven:3', ttyEnabled: true)
]) {
  node(POD_LABEL) { }
}
pipeline { agent { kubernetes { yaml """
spec:
  containers:
  - image: acme/\${params.TOOL}:1
""" } } }
`),
    ).toEqual([
      "5 pod_image acme/init:1",
      "8 pod_image acme/base:2",
      "10 image maven:3",
      "17 pod_image acme/${params.TOOL}:1",
    ]);
  });

  it("binds names with a single plain value and reports others as unbound", () => {
    const text = `def REGISTRY = 'ghcr.io/acme'
TAG = '1'
TAG = '2'
environment { IMAGE = 'acme/kit:3' }
docker.image("\${REGISTRY}/base:4")
docker.image(REGISTRY + '/base:' + TAG)
docker.image(env.IMAGE)
docker.image("acme/base:\${params.TAG}")
pipeline { agent { docker { image params.IMAGE } } }
library "tools@\${env.BRANCH_NAME}"
git url: "https://github.com/\${ORG}/x.git"
library identifier: 'a@v1', retriever: modernSCM([remote: params.URL])
docker.withRegistry(params.REG) { docker.image('base:1') }
docker.withRegistry('') { docker.image('base:1') }
`;
    expect(
      declarationsOf(text).map(({ sourceLine, rawReference, unbound, lookups }) => [
        sourceLine,
        rawReference,
        unbound,
        lookups.length > 0,
      ]),
    ).toEqual([
      [5, "ghcr.io/acme/base:4", null, true],
      [6, "ghcr.io/acme/base:${TAG}", "TAG", true],
      [7, "acme/kit:3", null, true],
      [8, "acme/base:${params.TAG}", "params.TAG", true],
      [9, "${params.IMAGE}", "params.IMAGE", false],
      [10, "tools@${env.BRANCH_NAME}", "env.BRANCH_NAME", true],
      [11, "https://github.com/${ORG}/x.git", "ORG", false],
      [12, "a@v1", "params.URL", false],
      [13, "${params.REG}/base:1", "params.REG", false],
      [14, "base:1", null, true],
    ]);
  });

  it("reads withDocker in classes of a library, and declares constants where they are defined", () => {
    const text = `class Scan {
  public static final String SCAN = 'acme.azurecr.io/scan:1.2'
  static LINT = "acme/lint:2"
  static final String OPEN = "acme/open:\${TAG}"
  static TWICE = 'acme/a:1'
  static UNUSED = 'acme/unused:1'
  String plain = 'acme/plain:1'
  def run() {
    TWICE = 'acme/b:1'
    this.steps.withDocker(SCAN, ARGS) { sh 'scan' }
    steps.withDocker(SCAN, null) { }
    withDocker('acme/tool:3', '-u root') { }
    withDocker(image: 'acme/kit:4', args: '') { }
    steps.docker.image(LINT).inside { }
    steps.docker.image('acme/kit:5').inside { }
    withDocker(plain) { }
    withDocker("\${LINT}-slim") { }
    withDocker(OPEN) { }
    withDocker(TWICE) { }
    // withDocker('acme/old:1')
  }
  Object withDocker(String image, String options, Closure body) { }
}
`;
    const path = "src/com/acme/Scan.groovy";
    expect(declared(text, path)).toEqual([
      "2 image acme.azurecr.io/scan:1.2",
      "3 image acme/lint:2",
      "12 image acme/tool:3",
      "13 image acme/kit:4",
      "15 image acme/kit:5",
      "16 image acme/plain:1",
      "17 image acme/lint:2-slim",
      "18 image ${OPEN}",
      "19 image ${TWICE}",
    ]);
    expect(declared(text, `src/test/groovy/ScanTest.groovy`)).toEqual([]);
    expect(declared(text, "lib/Scan.groovy")).toEqual([]);
  });

  it("reads a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({ [CI]: `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}` });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([
      2, 2, 6, 7, 12, 18, 20, 21, 24, 36, 38, 41,
    ]);
  });

  it("declares the remote of a library only once", () => {
    const text = `library(
  identifier: 'kit@v1',
  retriever: modernSCM([$class: 'GitSCMSource',
    remote: 'https://github.com/acme/kit.git']))
`;
    const { declarations } = extractFiles({ [CI]: text }, [jenkins, references]);
    expect(declarations.map(({ sourceLine, artifact }) => `${sourceLine} ${artifact}`)).toEqual([
      "2 github.com/acme/kit",
    ]);
  });
});

describe("jenkins: strings", () => {
  it.each([
    ["a / b\nlibrary 'x' // y / z", ["2 library x"]],
    ["if (a =~ /it's \"/) { library 'x' }", ["1 library x"]],
    ["a = $/it's library 'y'/$\nlibrary 'x'", ["2 library x"]],
    ["echo \"${f(\"a\")} library 'y'\"; library 'x'", ["1 library x"]],
    ["echo 'it\\'s'; library 'x'", ["1 library x"]],
    ['sh """\n\'\n"""\nlibrary \'x\'', ["4 library x"]],
    ["sh '''a \\\n b'''\nlibrary 'x'", ["3 library x"]],
    ["echo 'never ended\nlibrary 'x'", ["2 library x"]],
  ])("ends strings like Groovy: %j", (text, expected) => {
    expect(declared(text)).toEqual(expected);
  });

  it("takes linear time for many opening quotes and brackets", () => {
    const cpu = cpuMs(() => {
      for (const piece of [
        "library(",
        "checkout([",
        "git ",
        "docker { ",
        "/ (",
        "$/ ",
        "(/ ",
        "'",
        '"${',
        "@Library(",
        "x = ",
        "docker.withRegistry('a') {",
        "withDocker(a: ",
        "static X = 'a' withDocker(X) ",
        "}",
      ])
        extract({ [CI]: piece.repeat(20_000), "vars/a.groovy": `${piece}\n`.repeat(20_000) });
    });
    expect(cpu).toBeLessThan(8000);
  });
});

describe("jenkins: files", () => {
  const LIBRARY = "@Library('a@v1') _\n";

  it.each([
    "Jenkinsfile",
    "ci/Jenkinsfile.release",
    "Jenkinsfile-nightly",
    "deploy.jenkinsfile",
    "Jenkinsfile.groovy",
    "ci/build.groovy",
    "vars/build.groovy",
  ])("reads %s", (path) => {
    expect(extract({ [path]: LIBRARY }).declarations).toHaveLength(1);
  });

  it.each(["Jenkinsfile.md", "jenkinsfile_test.go", "Jenkinsfile.j2", "src/a.java"])(
    "does not read %s",
    (path) => {
      expect(extract({ [path]: LIBRARY })).toEqual(NOTHING);
    },
  );

  it("ignores empty files and other Groovy programs", () => {
    expect(extract({ [CI]: "", "src/a.groovy": "class A { void git(String a) {} }\nlibrary 'x'\n" })).toEqual(
      NOTHING,
    );
  });

  it.each([
    ["an unterminated comment", "\nx /* y\n", 2],
    ["an unterminated string", "\n\nsh '''\nx\n", 3],
    ["a pod with invalid YAML", "x\nyaml '''\nimage: [\nb\n'''\n", 4],
  ])("reports file and line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ [CI]: text });
    expect(problems).toMatchObject([{ file: CI, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});

describe("jenkins: libraries", () => {
  const at = (fullPath: string, path = "vars/build.groovy") =>
    extract({ [path]: "def call() {}\n" }, { fullPath, cloneUrl: null }).artifacts;

  it("assumes the name of the repository, with and without its prefix", () => {
    expect(at("Acme/Jenkins_Shared")).toEqual([
      {
        ecosystem: "jenkins",
        artifactType: "jenkins_library",
        name: "Jenkins_Shared",
        version: null,
        registryUrl: null,
        sourceFile: "vars/build.groovy",
        sourceLine: 1,
        announces: [
          "convention:jenkins_library:acme/jenkins-shared",
          "convention:jenkins_library:jenkins-shared",
          "convention:jenkins_library:acme/shared",
          "convention:jenkins_library:shared",
          "convention:jenkins_library:acme/vars/build",
        ],
        assumed: true,
        evidence: { class: "manifest", rule: "jenkins.vars" },
      },
    ]);
    expect(at("acme/app", "sub/vars/build.groovy")).toEqual([]);
  });

  it("does not declare its own library", () => {
    const files = {
      "vars/a.groovy": "def call() {}",
      Jenkinsfile: "@Library('app') _\n@Library('other') _\n",
    };
    expect(extract(files).declarations).toMatchObject([{ artifact: "other" }]);
  });
});

describe("jenkins: scopes", () => {
  const scopes = (files: Record<string, string>): string[] =>
    extractFiles(files, [jenkins]).declarations.map(
      ({ sourceFile, role, scope }) => `${sourceFile}: ${role} ${scope}`,
    );
  const STEP = "def call() {\n  docker.image('acme/node:1').inside {}\n}\n";

  it("are the library for all of its steps and classes, but not for its pipeline", () => {
    const files = {
      "vars/build.groovy": STEP,
      "vars/test.groovy": STEP,
      "src/org/acme/Docker.groovy": STEP,
      Jenkinsfile: "pipeline { agent { docker { image 'acme/node:1' } } }\n",
    };
    expect(scopes(files)).toEqual([
      "Jenkinsfile: ci null",
      "src/org/acme/Docker.groovy: ci jenkins_library:app",
      "vars/build.groovy: ci jenkins_library:app",
      "vars/test.groovy: ci jenkins_library:app",
    ]);
  });

  it("are missing without steps", () => {
    expect(scopes({ "src/org/acme/Docker.groovy": STEP })).toEqual(["src/org/acme/Docker.groovy: ci null"]);
  });
});
