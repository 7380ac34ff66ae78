import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { ansible } from "./index.ts";

const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };

const extract = (files: Record<string, string>) => extractFiles(files, [ansible]);

/** `line rule rawReference` of every declaration of one file. */
const declared = (text: string, path: string): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

describe("ansible: meta/main.yml of a role", () => {
  const META = `galaxy_info:
  author: acme
  role_name: web
  namespace: acme
dependencies:
  - role: geerlingguy.java
    version: 2.0.0
  - common
  - acme.local
  # - acme.old
  - { src: "git+https://github.com/acme/base.git", version: v1 }
  - role: acme.tools.proxy
  - geerlingguy.java
`;

  it("declares role and collection dependencies, except the repository's own roles", () => {
    const files = { "roles/web/meta/main.yml": META, "roles/acme.local/tasks/main.yml": "[]" };
    expect(
      extract(files).declarations.map(({ sourceLine, evidence, artifact }) => [
        sourceLine,
        evidence.rule,
        artifact,
      ]),
    ).toEqual([
      [6, "ansible.role_dependency", "geerlingguy.java"],
      [11, "ansible.role_dependency", "github.com/acme/base"],
      [12, "ansible.role_dependency", "acme.tools"],
      [13, "ansible.role_dependency", "geerlingguy.java"],
    ]);
    expect(extract(files).declarations[2]).toMatchObject({
      dependencyType: "ansible_collection",
      rawReference: "acme.tools.proxy",
      lookups: ["ansible_collection:acme.tools"],
    });
  });

  it("produces the role at the repository root under its Galaxy name", () => {
    expect(extract({ "meta/main.yml": META }).artifacts).toEqual([
      {
        ecosystem: "ansible",
        artifactType: "ansible_role",
        name: "acme.web",
        version: null,
        registryUrl: null,
        sourceFile: "meta/main.yml",
        sourceLine: 1,
        announces: ["ansible_role:acme.web"],
        evidence: { class: "manifest", rule: "ansible.role_meta" },
      },
    ]);
    expect(extract({ "roles/web/meta/main.yml": META }).artifacts).toEqual([]);
  });

  it.each([
    ["acme/ansible-role-nginx", "galaxy_info: {author: x}", ["acme.nginx", "acme.ansible-role-nginx"]],
    [
      "Acme/ansible-web-server",
      "galaxy_info: {author: x}",
      ["acme.web-server", "acme.web_server", "acme.ansible-web-server"],
    ],
    ["acme/anything", "galaxy_info: {role_name: web}", ["acme.web"]],
  ])("assumes the role name from the repository %s", (fullPath, text, names) => {
    const { artifacts } = extractFiles({ "meta/main.yml": text }, [ansible], { fullPath, cloneUrl: null });
    expect(artifacts).toMatchObject([
      { name: names[0], assumed: true, announces: names.map((name) => `convention:ansible_role:${name}`) },
    ]);
  });

  it("finds nothing in another tool's meta/main.yml", () => {
    expect(extract({ "meta/main.yml": "title: x\n", "meta/main.yaml": "- a\n" })).toEqual(NOTHING);
  });
});

describe("ansible: galaxy.yml of a collection", () => {
  const GALAXY = `namespace: acme
name: tools
version: 1.4.0
readme: README.md
dependencies:
  community.general: ">=5.0.0"
  "git@github.com:acme/net.git": main
  # acme.old: "*"
  acme.web: "*"
`;

  it("produces the collection in any folder", () => {
    expect(extract({ "tools/galaxy.yml": GALAXY }).artifacts).toEqual([
      {
        ecosystem: "ansible",
        artifactType: "ansible_collection",
        name: "acme.tools",
        version: "1.4.0",
        registryUrl: null,
        sourceFile: "tools/galaxy.yml",
        sourceLine: 2,
        announces: ["ansible_collection:acme.tools"],
        evidence: { class: "manifest", rule: "ansible.galaxy" },
      },
    ]);
  });

  it("declares collection dependencies", () => {
    expect(declared(GALAXY, "galaxy.yml")).toEqual([
      "6 ansible.collection_dependency community.general:>=5.0.0",
      "7 ansible.collection_dependency git@github.com:acme/net.git,main",
      "9 ansible.collection_dependency acme.web:*",
    ]);
  });

  it("ignores a templated version", () => {
    const text = "namespace: acme\nname: tools\nversion: '{{ version }}'\n";
    expect(extract({ "galaxy.yml": text }).artifacts).toMatchObject([{ name: "acme.tools", version: null }]);
  });

  it("produces nothing from fixtures, templated names and other tools' galaxy.yml", () => {
    expect(extract({ "tests/fixtures/galaxy.yml": GALAXY }).artifacts).toEqual([]);
    expect(extract({ "galaxy.yml": "namespace: '{{ ns }}'\nname: tools\n" })).toEqual(NOTHING);
    expect(extract({ "galaxy.yml": "galaxy:\n  database: x\ngravity: {}\n" })).toEqual(NOTHING);
  });
});
