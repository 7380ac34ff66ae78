import { describe, expect, it } from "vitest";
import { isYamlPath, rootKeys } from "./first-look.ts";

describe("the first look at a YAML file", () => {
  it("finds the keys at the start of a line", () => {
    const text = `# a: 1\n"on": push\r\n'jobs':\r\n  inner: 1\n- item: 1\nname : x\nurl:80\nlast:`;
    expect([...rootKeys(text)]).toEqual(["on", "jobs", "name", "last"]);
    expect([...rootKeys("")]).toEqual([]);
    expect([...rootKeys("a: 1\n---\nb: 2\n")]).toEqual(["a", "b"]);
  });

  it("recognizes YAML and templates of YAML by their extension", () => {
    const paths = [
      "a.yml",
      "a.YAML",
      "a.yaml.gotmpl",
      "a.yml.j2",
      "a.yaml.tpl",
      "a.yml.md",
      "yaml",
      "a.json",
    ];
    expect(paths.filter(isYamlPath)).toEqual(paths.slice(0, 5));
  });
});
