import { describe, expect, it } from "vitest";
import { findChange } from "./event.ts";
import { findExamples } from "./testing/webhook-examples.ts";

const COMMIT = /^[\da-f]{40}$/u;

describe("the change of an event", () => {
  it.each(["pull_request", "merge_group"])("has both commits and the branch in every %s", (name) => {
    const examples = findExamples(name);
    expect(examples).not.toEqual([]);
    for (const example of examples)
      expect(findChange(name, example)).toEqual({
        base: expect.stringMatching(COMMIT) as string,
        head: expect.stringMatching(COMMIT) as string,
        branch: expect.stringMatching(/^(?:main|master|changes)$/u) as string,
      });
  });

  it("is missing in pushes of tags, of deleted branches and of a first commit", () => {
    const reasons = findExamples("push").map((example) => findChange("push", example));
    expect(new Set(reasons.map((change) => ("reason" in change ? change.reason : change)))).toEqual(
      new Set(["refs/tags/simple-tag is not a branch.", "master has no earlier commit."]),
    );
  });

  it("is the checked-out commit in other events", () => {
    for (const name of ["workflow_dispatch", "issue_comment"])
      for (const example of findExamples(name).slice(0, 1))
        expect(findChange(name, example)).toEqual({ base: undefined, head: "HEAD", branch: undefined });
  });
});
