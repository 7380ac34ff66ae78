import { FORMATS } from "@knockon/extract/registry";
import { extractFiles } from "@knockon/extract/repository-extraction";
import { describe, expect, it } from "vitest";
import { compareInterfaces } from "./compare-commits.ts";

const compare = (before: Record<string, string>, after: Record<string, string>) =>
  compareInterfaces(
    extractFiles(before, FORMATS),
    extractFiles(after, FORMATS),
    new Set([...Object.keys(before), ...Object.keys(after)]),
    new Set(Object.keys(after)),
  );

const TEMPLATE = "parameters:\n- name: image\nsteps:\n- script: ./build.sh\n";

describe("compareInterfaces", () => {
  it("does not remove a template that exists but no longer looks like one", () => {
    expect(compare({ "build.yml": TEMPLATE }, { "build.yml": "steps:\n- script: ./build.sh\n" })).toEqual({
      interfaces: [],
      unreadable: [],
    });
    const { interfaces } = compare({ "build.yml": TEMPLATE }, { "README.md": "" });
    expect(interfaces.map(({ scope, after }) => [scope, after])).toEqual([
      ["azure_pipelines_template:github.com/acme/app/build.yml", null],
    ]);
  });

  it("removes a reusable workflow that other workflows can no longer call", () => {
    const call = "on: workflow_call\njobs: {a: {runs-on: x, steps: [{run: x}]}}\n";
    const path = ".github/workflows/a.yml";
    const { interfaces } = compare({ [path]: call }, { [path]: call.replace("workflow_call", "push") });
    expect(interfaces.map(({ before, after }) => [before?.file, after])).toEqual([[path, null]]);
  });
});
