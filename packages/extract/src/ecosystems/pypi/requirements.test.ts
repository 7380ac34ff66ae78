import { describe, expect, it } from "vitest";
import type { Declaration } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { pypi } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const extract = (text: string, path = "requirements.txt") => extractFiles({ [path]: text }, [pypi]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.lookups.join(" ")}`;

describe("pypi: requirements files", () => {
  it("declares every requirement, including those with hashes, continuations, markers, extras and comments", () => {
    const text = `# top
--index-url https://pypi.acme.io/simple
-r base.txt
-c constraints.txt
Acme_Core[http,grpc]==1.2.0 \\
    --hash=sha256:0a1b \\
    --hash=sha256:2c3d
requests>=2.31,<3 ; python_version >= "3.8"  # via acme
  # flask==3
acme-core == 1.2.0
urllib3
`;
    const { declarations, problems } = extract(text);
    expect(declarations.map(summary)).toEqual([
      "5 pypi.requirements acme-core ==1.2.0 python_package:acme-core",
      "8 pypi.requirements requests >=2.31,<3 python_package:requests",
      "10 pypi.requirements acme-core == 1.2.0 python_package:acme-core",
      "11 pypi.requirements urllib3 null python_package:urllib3",
    ]);
    expect(declarations[0]?.rawReference).toBe("Acme_Core[http,grpc]==1.2.0");
    expect(problems).toEqual([]);
  });

  it.each([
    ["git+https://github.com/acme/lib.git@v1.2.0#egg=acme-lib", "acme-lib", "v1.2.0"],
    ["git+https://github.com/acme/lib.git", "lib", null],
    ["-e git+ssh://git@github.com/acme/lib.git@main#egg=acme_lib&subdirectory=py", "acme-lib", "main"],
    ["--editable=git+https://github.com/acme/lib@feature-x", "lib", "feature-x"],
    ["git+ssh://git@github.com/acme/lib.git", "lib", null],
    ["git+git@github.com:acme/lib.git@v1", "lib", "v1"],
    ["git+https://${TOKEN}@github.com/acme/lib.git@v1#egg=lib", "lib", "v1"],
    ["git+https://user:secret@github.com/acme/lib.git", "lib", null],
    ["Lib @ git+https://github.com/acme/lib@4f2a9c1 ; python_version < '4'", "lib", "4f2a9c1"],
    ["lib[x]@git+https://github.com/acme/lib@v2", "lib", "v2"],
    ["https://github.com/acme/lib/archive/refs/tags/v1.3.0.zip#egg=acme-lib", "acme-lib", "v1.3.0"],
    ["https://github.com/acme/lib/releases/download/v1.4/lib-1.4-py3-none-any.whl", "lib", "v1.4"],
  ])("looks up the repository for %s", (line, artifact, constraint) => {
    expect(extract(`${line}\n`).declarations).toMatchObject([
      {
        artifact,
        versionConstraint: constraint,
        versioning: "git",
        unbound: null,
        lookups: ["git:github.com/acme/lib"],
      },
    ]);
  });

  it("takes the name of a package from the URL of its wheel", () => {
    expect(extract("https://files.acme.io/x/acme_lib-1.4.0-py3-none-any.whl\n").declarations).toMatchObject([
      { artifact: "acme-lib", versionConstraint: "1.4.0", lookups: ["python_package:acme-lib"] },
    ]);
  });

  it.each([
    ".",
    "-e .",
    "-e .[dev]",
    "./libs/x",
    "-e file:libs/x",
    "libs/x/",
    "./dist/x-1.0-py3-none-any.whl",
    "x @ file:./x",
  ])("skips the local requirement %s", (line) => {
    expect(extract(`${line}\n`)).toEqual({ declarations: [], artifacts: [], compositions: [], problems: [] });
  });

  it("declares a path outside the repository, and skips the repository's own URL", () => {
    expect(extract("-e ../shared\n").declarations).toMatchObject([{ artifact: "../shared", lookups: [] }]);
    expect(extract("git+https://github.com/acme/app.git@v1\n").declarations).toEqual([]);
  });

  it("reports the line of an invalid requirement", () => {
    const { declarations, problems } = extract("a==1\nb = 2\nfoo bar\nc\n");
    expect(declarations.map((each) => each.artifact)).toEqual(["a", "c"]);
    expect(problems.map((each) => each.line)).toEqual([2, 3]);
  });

  it.each([
    ["requirements.txt", "requirements"],
    ["requirements-dev.txt", "requirements"],
    ["dev-requirements.txt", "requirements"],
    ["test_requirements.in", "requirements"],
    ["requirements/base.txt", "requirements"],
    ["requirements/ci/base.in", "requirements"],
    ["requirements/install.pip", "requirements"],
    ["constraints.txt", "constraints"],
    ["py/dev-constraints.txt", "constraints"],
  ])("reads %s as %s", (path, rule) => {
    expect(extract("a==1\n", path).declarations.map((each) => each.evidence.rule)).toEqual([`pypi.${rule}`]);
  });

  it.each([
    ["notes.txt", "a==1\n"],
    ["requirements.md", "a==1\n"],
    ["myrequirementsdoc.txt", "a==1\n"],
    ["requirements.txt", "The system shall log in\nThe user shall see orders\nIt must be fast\n"],
  ])("ignores %s, which is not a list of requirements", (path, text) => {
    expect(extract(text, path)).toEqual({ declarations: [], artifacts: [], compositions: [], problems: [] });
  });

  it("accepts a byte-order mark and CRLF", () => {
    const text = "a==1 \\\n  --hash=sha256:0\nb\n";
    expect(extract(`\uFEFF${text.replaceAll("\n", "\r\n")}`)).toEqual(extract(text));
  });

  it.each(["a\\\n", "-", "[", "git+", "@", "#", "a ", "https://h/-", "==", "{{", "a-", "; "])(
    "handles a long run of %j in linear time",
    (unit) => {
      const run = unit.repeat(Math.ceil(100_000 / unit.length));
      const before = process.cpuUsage();
      extract(`a\nb\n${run}\nx @ ${run}\nx${run}\nhttps://h/${run}!\n`);
      expect(cpuMsSince(before)).toBeLessThan(1500);
    },
  );
});
