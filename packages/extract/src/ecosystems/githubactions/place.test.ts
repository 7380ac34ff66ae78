import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { githubactions } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [githubactions]);

const WORKFLOW = "on: push\njobs:\n  release:\n    runs-on: x\n    steps:\n      - uses: acme/publish@v1\n";
const ACTION = "name: x\nruns:\n  using: composite\n  steps:\n    - uses: acme/setup@v1\n";

/** `role class artifact` of the only declaration of a file. */
const found = (path: string, text: string): string[] =>
  extract({ [path]: text }).declarations.map((each) =>
    [each.role, each.evidence.class, each.artifact].join(" "),
  );

describe("githubactions: files recognized by content", () => {
  it.each([
    ["scripts/golangci-lint.yml", "ci"],
    [".github/release.yml", "ci"],
    ["ci/release.yaml.j2", "ci"],
    ["examples/ci.yml", "example"],
    ["docs/guide/deploy.yaml", "example"],
  ])("reads the workflow %s, which no host runs, as %s", (path, role) => {
    expect(found(path, WORKFLOW)).toEqual([`${role} unclassified acme/publish`]);
  });

  it("reads a quoted `on`, CRLF, and a byte-order mark", () => {
    const text = `\uFEFF"on": push\n${WORKFLOW.slice(WORKFLOW.indexOf("jobs"))}`.replaceAll("\n", "\r\n");
    expect(found("sync/ci.yml", text)).toEqual(["ci unclassified acme/publish"]);
  });

  it("reads the workflows of Gitea and Forgejo as its own", () => {
    expect(found(".forgejo/workflows/x.yml", WORKFLOW)).toEqual(["build manifest acme/publish"]);
    expect(found("a/.gitea/workflows/x.yml", WORKFLOW)).toEqual(["ci unclassified acme/publish"]);
  });

  it("reads an action of another name, which does not announce one", () => {
    expect(found("templates/setup.yml", ACTION)).toEqual(["ci unclassified acme/setup"]);
    expect(extract({ "templates/setup.yml": ACTION }).artifacts).toEqual([]);
    expect(extract({ "setup/action.yml": ACTION }).artifacts).toHaveLength(1);
  });

  it("does not read other files with some of the keys", () => {
    const azure = "jobs:\n  - job: a\n    steps:\n      - uses: acme/x@v1\n";
    expect(found("ci.yml", azure)).toEqual([]);
    expect(found("ci.yml", "on: push\njobs:\n  a:\n    steps:\n      - run: uses acme/x@v1\n")).toEqual([]);
    expect(found("ci.md", WORKFLOW)).toEqual([]);
    expect(found("ci.yml", "runs:\n  - a\nsteps:\n  - uses: acme/x@v1\n")).toEqual([]);
  });
});
