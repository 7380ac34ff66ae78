import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { jenkins } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [jenkins]);

const offered = (files: Record<string, string>): string[] =>
  extract(files).interfaces?.flatMap(({ members, open }) => [
    ...members.map(
      ({ kind, name, file, line, acceptsAny }) =>
        `${kind} ${name}${acceptsAny ? ".*" : ""} ${file.replace("vars/", "")}:${line}`,
    ),
    ...Object.keys(open ?? {}),
  ]) ?? [];

/** The parameters of `vars/build.groovy`. */
const parameters = (text: string): string[] =>
  offered({ "vars/build.groovy": text })
    .filter((each) => each.startsWith("parameter"))
    .map((each) => each.replace(/^parameter build\.?| build\.groovy/g, ""));

describe("jenkins: interfaces", () => {
  it("has the steps and methods of a library", () => {
    const files = {
      "vars/build.groovy": "// Builds.\n@NonCPS\ndef call(String name) {\n  def x = helper(name)\n}\n",
      "vars/infra.groovy":
        "Boolean isInfra() {\n  return true\n}\nMap<String, String> names(Map a = [:]) { [:] }\nhelper('x') { }\n",
    };
    expect(extract(files).interfaces?.[0]?.scope).toBe("jenkins_library:app");
    expect(offered(files)).toEqual([
      "step build build.groovy:3",
      "step infra infra.groovy:1",
      "step infra.isInfra infra.groovy:1",
      "step infra.names infra.groovy:4",
    ]);
  });

  it("has the keys that a step reads from its map", () => {
    const text = `def call(String name, Map config = [:], Closure body = null) {
  echo config.image + config?.tag + config['level'] + config.get('mode', 'x')
  if (config.containsKey('flag') && config) { config.written = 1 }
  echo "\${config.text} \${other.no}"
  config.run()
  foo.config.no()
}
`;
    expect(parameters(text)).toEqual(["flag:3", "image:2", "level:2", "mode:2", "run:5", "tag:2", "text:4"]);
  });

  it("has the keys that are read after defaults are merged, at the line of the default", () => {
    const text = `def call(userConfig = [:]) {
  def defaults = [
    image: 'x',
    unused: 1,
  ]
  final Map all = defaults << userConfig
  def other = [level: 1] + all
  echo all.image
  echo other.level
  echo other.extra
}
`;
    expect(parameters(text)).toEqual(["extra:10", "image:3", "level:7"]);
  });

  it("has the keys that methods of the file and the delegate of a closure read", () => {
    expect(parameters("def call(Map a) {\n  run(a)\n}\ndef run(Map b) {\n  echo b.image\n}\n")).toEqual([
      "image:5",
    ]);
    expect(
      parameters(
        "def call(Closure body) {\n  def a = [:]\n  body.delegate = a\n  body()\n  echo a.image\n}\n",
      ),
    ).toEqual(["image:5"]);
  });

  it("has the keys of steps that get the map", () => {
    const files = {
      "vars/build.groovy": "def call(Map a) {\n  publish('x', a)\n}\n",
      "vars/publish.groovy": "def call(String x, Map b) {\n  echo b.tag\n  build(b)\n}\n",
    };
    expect(offered(files)).toEqual([
      "parameter build.tag publish.groovy:2",
      "parameter publish.tag publish.groovy:2",
      "step build build.groovy:1",
      "step publish publish.groovy:1",
    ]);
  });

  it("has the keys of methods of other steps that get the map, each for itself", () => {
    const files = {
      "vars/build.groovy": "def call(Map a) {\n  def dir = utils.folder(a)\n  echo a.tag\n}\n",
      "vars/utils.groovy":
        "def run(b = [:]) {\n  folder(b)\n  echo b.args\n}\ndef folder(b = [:]) {\n  return b['dir'] ?: '/srv'\n}\n",
      "vars/all.groovy": "def call(a = [:]) {\n  utils.run(a)\n}\n",
      "vars/other.groovy": "def call(a = [:]) {\n  tools.run(a)\n}\n",
    };
    expect(offered(files).filter((each) => each.startsWith("parameter"))).toEqual([
      "parameter all.args utils.groovy:3",
      "parameter all.dir utils.groovy:6",
      "parameter build.dir utils.groovy:6",
      "parameter build.tag build.groovy:3",
      "parameter other.* other.groovy:1",
    ]);
  });

  it.each([
    "withEnv(a)",
    "new Builder(a).run()",
    "a.each { echo it }",
    "a.each { k, v -> echo k }",
    "echo a[name]",
    "echo a.get(name)",
    "x.putAll(a)",
    "return a",
    'echo "${a}"',
  ])("accepts any parameter if it passes the map on: %s", (statement) => {
    expect(parameters(`def call(Map a) {\n  ${statement}\n}\n`)).toContain("*:1");
  });

  it("has a step that was not read, such as a link, with any parameter and method", () => {
    const extraction = new RepositoryExtraction({ fullPath: "acme/ci", cloneUrl: null }, [jenkins]);
    extraction.addFile("vars/build.groovy", new TextEncoder().encode("def call(Map a) {\n  old(a)\n}\n"));
    const entry = (path: string, mode: string) => ({ path, mode, oid: "0".repeat(40) });
    const { interfaces, artifacts } = extraction.finish([
      entry("vars/build.groovy", "100644"),
      entry("vars/old.groovy", "120000"),
    ]);
    expect(interfaces?.[0]?.open).toBeUndefined();
    expect(interfaces?.[0]?.members).toMatchObject([
      { kind: "parameter", name: "build", acceptsAny: true },
      { kind: "parameter", name: "old", acceptsAny: true, file: "vars/old.groovy", line: 1 },
      { kind: "step", name: "build" },
      { kind: "step", name: "old", acceptsAny: true },
    ]);
    expect(artifacts[0]?.announces).toContain("convention:jenkins_library:acme/vars/old");
  });

  it("reads odd files", () => {
    const tree = { "vars/build.groovy": "def call(a, Map = [", "vars/a.groovy": "call(" };
    expect(offered(tree)).toEqual(["step a a.groovy:1", "step build build.groovy:1"]);
  });
});

const passed = (text: string) =>
  extract({ Jenkinsfile: text })
    .declarations.filter(({ dependencyType }) => dependencyType === "jenkins_library")
    .map((each) => each.arguments?.map(({ kind, name, line }) => `${kind} ${name}:${line}`));

describe("jenkins: arguments", () => {
  it("has every call of a step, each with the names that it passes", () => {
    const text = `buildApp('a', [
  tag: 'x',
  nested: [inner: 1],
  'quoted': flag ? one : two,
])
buildApp(image: 'b', list: [[c: 1]])
buildApp image: 'c', tag: 'd'
buildApp {
  image = 'x'
  if (a) { other = 1 }
}
infra.login(user: 'x')
`;
    expect(passed(text)).toEqual([
      [
        "step buildApp:1",
        "parameter buildApp.tag:2",
        "parameter buildApp.nested:3",
        "parameter buildApp.quoted:4",
        "step buildApp:6",
        "parameter buildApp.image:6",
        "parameter buildApp.list:6",
        "step buildApp:7",
        "parameter buildApp.image:7",
        "parameter buildApp.tag:7",
        "step buildApp:8",
        "parameter buildApp.image:9",
      ],
      ["step infra.login:12"],
    ]);
  });

  it("has the calls of all steps for each library that the file names", () => {
    expect(passed("@Library(['one', 'two@v1']) _\nbuildApp(image: 'x')\nsh 'x'\n")).toEqual([
      ["step buildApp:2", "parameter buildApp.image:2"],
      ["step buildApp:2", "parameter buildApp.image:2"],
    ]);
  });

  it("has calls of steps with a capital, but no classes and annotations", () => {
    const text =
      "@Library('one') _\n@Field\ndef a = new Builder('x')\nMath.max(1, 2)\nif (a) {\n  UpdateIssues(\n    message: JsonOutput.toJson(a)\n  )\n}\n";
    expect(passed(text)).toEqual([["step UpdateIssues:6", "parameter UpdateIssues.message:7"]]);
    expect(passed("UpdateIssues(message: 'x')\n")).toEqual([]);
  });

  it("has them for a limited number of libraries", () => {
    const names = Array.from({ length: 60 }, (_, index) => `'lib${index}'`);
    const calls = passed(`@Library([${names.join()}]) _\nbuildApp()\n`);
    expect(calls).toHaveLength(60);
    expect(calls.filter((each) => each !== undefined)).toHaveLength(50);
  });
});
