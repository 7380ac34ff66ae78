import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { ansible } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };

const extract = (files: Record<string, string>) => extractFiles(files, [ansible]);

/** `line rule rawReference` of every declaration of one file. */
const declared = (text: string, path = "requirements.yml"): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

/** `type artifact constraint scheme lookups` of every declaration of one file. */
const targets = (text: string, path = "requirements.yml"): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ dependencyType, artifact, versionConstraint, versioning, lookups }) =>
      [dependencyType, artifact, versionConstraint, versioning, ...lookups].join(" "),
  );

const TYPICAL = `---
collections:
  - community.general
  - name: acme.tools
    version: ">=1.0.0,<2.0.0"
    source: https://galaxy.acme.io
  # - name: acme.old
  - name: git+https://github.com/acme/Network.git#/sub/
    type: git
    version: v1.2.0
  - name: acme.tools
    version: "==1.1.0"
roles:
  - name: geerlingguy.java
    version: "1.9.6"
  - src: git@github.com:acme/ansible-role-nginx.git
    scm: git
    version: main
    name: nginx
`;

describe("ansible: requirements.yml", () => {
  it("declares each collection and role on the line that names it", () => {
    expect(declared(TYPICAL, "ansible/collections/requirements.yaml")).toEqual([
      "3 ansible.collection community.general",
      "4 ansible.collection acme.tools:>=1.0.0,<2.0.0",
      "8 ansible.collection git+https://github.com/acme/Network.git#/sub/,v1.2.0",
      "11 ansible.collection acme.tools:==1.1.0",
      "14 ansible.role geerlingguy.java,1.9.6",
      "16 ansible.role git@github.com:acme/ansible-role-nginx.git,main",
    ]);
  });

  it("looks up a Galaxy name or a repository", () => {
    expect(targets(TYPICAL)).toEqual([
      "ansible_collection community.general  ansible ansible_collection:community.general",
      "ansible_collection acme.tools >=1.0.0,<2.0.0 ansible ansible_collection:acme.tools",
      "ansible_collection github.com/acme/network v1.2.0 git git:github.com/acme/network",
      "ansible_collection acme.tools ==1.1.0 ansible ansible_collection:acme.tools",
      "ansible_role geerlingguy.java 1.9.6 git ansible_role:geerlingguy.java convention:ansible_role:geerlingguy.java",
      "ansible_role github.com/acme/ansible-role-nginx main git git:github.com/acme/ansible-role-nginx",
    ]);
  });

  it("fills every field of a declaration", () => {
    expect(extract({ "requirements.yml": TYPICAL }).declarations[1]).toEqual({
      ecosystem: "ansible",
      dependencyType: "ansible_collection",
      sourceFile: "requirements.yml",
      sourceLine: 4,
      rawReference: "acme.tools:>=1.0.0,<2.0.0",
      artifact: "acme.tools",
      versionConstraint: ">=1.0.0,<2.0.0",
      versioning: "ansible",
      unbound: null,
      versionComment: null,
      lookups: ["ansible_collection:acme.tools"],
      evidence: { class: "manifest", rule: "ansible.collection" },
      role: "runtime",
      scope: "unit:ansible:.",
      locked: null,
    });
  });

  it("reads the old format, a plain list of roles", () => {
    const text = `- src: https://github.com/acme/role-a
- src: git+ssh://git@git.acme.io:2222/ops/role-b.git
  version: 0123456789abcdef0123456789abcdef01234567
- geerlingguy.docker,2.0.0,docker
- name: ansible-role-c
  src: https://git.acme.io/ops/c.git
- include: other.yml
- Acme.web
`;
    expect(targets(text)).toEqual([
      "ansible_role github.com/acme/role-a  git git:github.com/acme/role-a",
      "ansible_role git.acme.io/ops/role-b 0123456789abcdef0123456789abcdef01234567 git git:git.acme.io/ops/role-b",
      "ansible_role geerlingguy.docker 2.0.0 git ansible_role:geerlingguy.docker convention:ansible_role:geerlingguy.docker",
      "ansible_role git.acme.io/ops/c  git git:git.acme.io/ops/c",
      "ansible_role acme.web  git ansible_role:acme.web convention:ansible_role:acme.web",
    ]);
    expect(declared(text).map((line) => line.split(" ")[0])).toEqual(["1", "2", "4", "6", "8"]);
  });

  it.each([
    [
      "git+https://github.com/acme/c.git,devel",
      "ansible_collection github.com/acme/c devel git git:github.com/acme/c",
    ],
    ["acme.tools:1.2.0", "ansible_collection acme.tools 1.2.0 ansible ansible_collection:acme.tools"],
    [
      "{source: https://github.com/acme/c, type: git}",
      "ansible_collection github.com/acme/c  git git:github.com/acme/c",
    ],
    [
      "{name: acme.c, source: 'git@github.com:acme/c.git', type: git, version: v1}",
      "ansible_collection github.com/acme/c v1 git git:github.com/acme/c",
    ],
    [
      "{name: 'git+https://github.com/acme/c.git#/sub,v1', version: v2}",
      "ansible_collection github.com/acme/c v1 git git:github.com/acme/c",
    ],
    [
      "{name: 'https://github.com/acme/c.git'}",
      "ansible_collection github.com/acme/c  git git:github.com/acme/c",
    ],
  ])("reads the collection %s", (item, expected) => {
    expect(targets(`collections:\n- ${item}\n`)).toEqual([expected]);
  });

  it.each([
    "{name: ./acme-tools.tar.gz, type: file}",
    "{name: /srv/collections, type: subdirs}",
    "{source: ../tools, type: dir}",
    "{name: https://acme.io/acme-tools-1.0.0.tar.gz, type: url}",
    "./tools",
    "acme.tools.proxy",
    "{name: 'git+file:///srv/tools', type: git}",
  ])("ignores the collection %s, which is neither on Galaxy nor in a repository", (item) => {
    expect(extract({ "requirements.yml": `collections:\n- ${item}\n` })).toEqual(NOTHING);
  });

  it.each([
    "{src: ../nginx}",
    "{name: nginx}",
    "nginx",
    "{src: 'https://acme.io/nginx.tar.gz', name: nginx}",
  ])("ignores the role %s", (item) => {
    expect(extract({ "requirements.yml": `roles:\n- ${item}\n` })).toEqual(NOTHING);
  });

  it("ignores references to the repository itself", () => {
    expect(declared("roles:\n- src: https://github.com/Acme/App.git\n")).toEqual([]);
    const own = {
      "requirements.yml": "collections: [acme.tools]\n",
      "galaxy.yml": "namespace: acme\nname: tools\n",
    };
    expect(extract(own).declarations).toEqual([]);
  });

  it("leaves templated names and versions unbound", () => {
    const text = `collections:
- {name: acme.tools, version: "{{ tools_version }}"}
- {name: "git+https://{{ host }}/acme/tools.git", type: git}
`;
    expect(extract({ "requirements.yml": text }).declarations).toMatchObject([
      { unbound: "tools_version", artifact: "acme.tools", lookups: ["ansible_collection:acme.tools"] },
      { unbound: "host", lookups: [] },
    ]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({
      "requirements.yml": `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`,
    });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([3, 4, 8, 11, 14, 16]);
  });

  it.each([
    ["an empty file", ""],
    ["a comment", "# collections:\n"],
    ["empty lists", "collections: []\nroles:\n"],
    [
      "the requirements of a Helm chart",
      "dependencies:\n- name: acme.postgres\n  version: 1.0.0\n  repository: https://acme.io\n",
    ],
    ["an unrelated map", "name: acme.tools\nrequires: [acme.other]\n"],
  ])("finds nothing in %s", (_, text) => {
    expect(extract({ "requirements.yml": text, "requirements.yaml": text })).toEqual(NOTHING);
  });
});

describe("ansible: problems", () => {
  it.each([
    ["invalid YAML", "requirements.yml", "collections:\n  - name: [\n", 3],
    [
      "collections that are not a list",
      "requirements.yml",
      "roles: []\ncollections:\n  acme.tools: 1.0.0\n",
      3,
    ],
    ["an entry that is a list", "requirements.yml", "roles:\n- - a\n", 2],
    [
      "a version that is a map",
      "requirements.yml",
      "collections:\n- name: acme.tools\n  version: {{ v }}\n",
      3,
    ],
    ["dependencies that are not a list", "meta/main.yml", "galaxy_info: {}\ndependencies: {a: b}\n", 2],
    ["invalid YAML in galaxy.yml", "galaxy.yml", "namespace: a\nname: [\n", 3],
  ])("reports the file and line of %s", (_, path, text, line) => {
    const { problems, declarations } = extract({ [path]: text });
    expect(problems).toMatchObject([{ file: path, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });

  it("reads a text with many unclosed templates in linear time", () => {
    const started = process.cpuUsage();
    for (const piece of ["{{ ", "{{", " "])
      extract({ "requirements.yml": `roles:\n- src: '{{${piece.repeat(100_000)}'\n` });
    expect(cpuMsSince(started)).toBeLessThan(2000);
  });
});

describe("ansible: tasks", () => {
  const TASKS = `- name: run
  community.docker.docker_container:
    name: app
    image: ghcr.io/acme/app:1.2 # pinned
- block:
    - docker_container:
        image: "acme/web:{{ web_version }}"
    - podman_container: {name: a, image: "{{ image }}"}
- debug:
    image: acme/not:1
- docker_container: image=acme/line:1
`;

  it("declares the images of the containers that tasks start", () => {
    expect(targets(TASKS, "roles/app/tasks/main.yml")).toEqual([
      "container_image ghcr.io/acme/app 1.2 docker container_image:ghcr.io/acme/app convention:container_image:acme/app",
      "container_image docker.io/acme/web {{ web_version }} docker container_image:docker.io/acme/web convention:container_image:acme/web",
      "container_image {{ image }}  docker",
    ]);
    expect(declared(TASKS, "handlers/x.yaml")).toEqual([
      "4 ansible.task_image ghcr.io/acme/app:1.2",
      "7 ansible.task_image acme/web:{{ web_version }}",
      "8 ansible.task_image {{ image }}",
    ]);
  });

  it.each([
    ["roles/app/tasks/main.yml", "- docker_container:\n", true],
    ["tasks/a.yml", "- debug: {image: a}\n", false],
    ["tasks/a/b.yml", "- docker_container:\n", false],
    ["task.yml", "- docker_container:\n", false],
    ["requirements.ansible.yml", "collections:\n", true],
  ])("claims %s with the text %j: %s", (path, text, expected) => {
    expect(ansible.claims({ path, text })).toBe(expected);
  });
});

describe("ansible: roles and scopes", () => {
  const TASKS = "- docker_container:\n    image: acme/web:1\n";
  const META = "galaxy_info: { namespace: acme, role_name: web }\ndependencies: [acme.base]\n";
  const places = (files: Record<string, string>): string[] =>
    extract(files).declarations.map(({ sourceFile, role, scope }) => `${sourceFile}: ${role} ${scope}`);

  it("are the role at the root", () => {
    expect(
      places({
        "meta/main.yml": META,
        "tasks/main.yml": TASKS,
        "molecule/default/requirements.yml": "roles: [acme.test]\n",
      }),
    ).toEqual([
      "meta/main.yml: runtime ansible_role:acme.web",
      "molecule/default/requirements.yml: test null",
      "tasks/main.yml: runtime ansible_role:acme.web",
    ]);
  });

  it("are the collection around a role, or the role's folder", () => {
    const roles = { "roles/web/meta/main.yml": META, "roles/web/tasks/main.yml": TASKS };
    expect(places(roles)).toEqual([
      "roles/web/meta/main.yml: runtime unit:ansible:roles/web",
      "roles/web/tasks/main.yml: runtime unit:ansible:roles/web",
    ]);
    expect(places({ ...roles, "galaxy.yml": "namespace: acme\nname: tools\n" })).toEqual([
      "roles/web/meta/main.yml: runtime ansible_collection:acme.tools",
      "roles/web/tasks/main.yml: runtime ansible_collection:acme.tools",
    ]);
  });
});
