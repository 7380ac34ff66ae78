import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";
import { ansible } from "./index.ts";

const IDENTITY = { fullPath: "acme/ansible-role-web", cloneUrl: null };

const META = "galaxy_info:\n  namespace: acme\n  role_name: web\n";

const offered = (files: Record<string, string>, withSourceInterfaces = true) =>
  extractFiles({ "meta/main.yml": META, ...files }, [ansible], { ...IDENTITY, withSourceInterfaces })
    .interfaces?.[0];

const names = (files: Record<string, string>) =>
  offered(files)?.members.map(
    ({ name, file, line, required, type }) =>
      `${name} ${file}:${line}${required ? " required" : ""}${type === undefined ? "" : ` ${type}`}`,
  );

describe("ansible: variables of a role", () => {
  it("has the defaults, options, and what tasks and templates read", () => {
    const specs = `argument_specs:
  main:
    options:
      web_port: { type: int, required: true }
      web_owner: { type: str, required: true }
  other:
    options:
      web_mode: { required: true }
`;
    const tasks = `- fail: { msg: "Rename web_old" }
  when: web_user is defined and ansible_os_family == 'Debian'
  with_items:
    - { 'old': 'web_renamed', 'new': 'web_port' }
    - "old": "web_gone"
    - web_needed # web_comment
- debug:
    msg: "{{ web_names | join(' web text ') }} {{ lookup('vars', 'web_looked_up') }}"
`;
    expect(
      names({
        "defaults/main.yml": "---\n# web_comment: 1\nweb_port: 80 # Port\nweb_map:\n  web_inner: 1\n",
        "defaults/main/more.yml": "web_more: [a]\n",
        "meta/argument_specs.yml": specs,
        "tasks/main.yml": tasks,
        "templates/web.j2":
          "web_text\n{% if web_tls %}\nlisten {{ web_port }} {{ item.web_key }};\n{% endif %}\n",
        "roles/inner/defaults/main.yml": "web_other: 1\n",
      }),
    ).toEqual([
      "web_looked_up tasks/main.yml:8",
      "web_map defaults/main.yml:4",
      "web_mode meta/argument_specs.yml:8",
      "web_more defaults/main/more.yml:1",
      "web_names tasks/main.yml:8",
      "web_needed tasks/main.yml:6",
      "web_owner meta/argument_specs.yml:5 required str",
      "web_port defaults/main.yml:3 int",
      "web_tls templates/web.j2:2",
      "web_user tasks/main.yml:2",
    ]);
  });

  it("has digests of defaults, and rejects unknown parameters if it has options", () => {
    expect(offered({ "defaults/main.yml": "web_secret: hunter2\n" })).toMatchObject({
      scope: "ansible_role:acme.web",
      members: [{ name: "web_secret", default: expect.stringMatching(/^[\da-f]{8}$/) }],
    });
    expect(offered({ "defaults/main.yml": "web_port: 80\n" })?.strict).toBeUndefined();
    expect(offered({ "meta/argument_specs.yml": "argument_specs:\n  main: {}\n" })?.strict).toEqual([""]);
  });

  it.each([
    "- debug: var=x\n  when: vars['web_' ~ item]",
    "- debug: msg={{ lookup('vars', name ~ '_port') }}",
    "- debug: msg={{ query('ansible.builtin.varnames', '^web_.+') }}",
  ])("is open if names are computed: %s", (text) => {
    expect(offered({ "tasks/main.yml": text })?.open).toEqual({
      variable: "tasks/main.yml reads variables by computed names",
    });
  });

  it("is closed if listed names are looked up", () => {
    const text =
      "- fail:\n  when: vars[item] == '' or lookup('vars', item, default='')\n  with_items: [web_a]\n";
    expect(offered({ "tasks/main.yml": text })?.open).toBeUndefined();
  });

  it("is closed if a task completes the names with the items of its list", () => {
    const text = `- set_fact:
    "{{ item }}": "{{ lookup('vars', '__' ~ item) }}"
  loop: [web_a, web_b]
- debug:
    msg: "{{ vars[item ~ '_port'] }} {{ vars['web_' + item] }}"
  with_items:
    - c
`;
    const found = offered({ "tasks/main.yml": text });
    expect(found?.open).toBeUndefined();
    const lines = found?.members.map(({ name, line }) => `${name}:${line}`);
    expect(lines).toEqual(
      expect.arrayContaining(["__web_a:2", "__web_b:2", "c_port:5", "web_a:3", "web_b:3", "web_c:5"]),
    );
  });

  it.each([
    '- debug: { msg: "{{ vars[\'web_\' ~ item] }}" }\n  loop: "{{ web_list }}"',
    '- debug: { msg: "{{ vars[\'web_\' ~ item] }}" }\n  loop: [a, "{{ b }}"]',
    "- debug: { msg: \"{{ vars['web_' ~ item ~ x] }}\" }\n  loop: [a]",
    "- debug: { msg: \"{{ vars['web_' ~ item] }}\" }\n  loop: [a]\n- debug: { msg: \"{{ vars['web_' ~ x] }}\" }",
  ])("is open if other parts of the name are computed: %s", (text) => {
    expect(offered({ "tasks/main.yml": text })?.open?.variable).toBeDefined();
  });

  it("is only read for a comparison", () => {
    expect(offered({ "defaults/main.yml": "web_port: 80\n" }, false)).toBeUndefined();
  });

  it("reads broken and hostile files in linear time", () => {
    const before = process.cpuUsage();
    const text = "{{ web_a ".repeat(100_000);
    expect(names({ "tasks/main.yml": text, "meta/argument_specs.yml": "a: [\n" })).toEqual([
      "web_a tasks/main.yml:1",
    ]);
    expect(cpuMsSince(before)).toBeLessThan(3000);
  });
});

const passed = (files: Record<string, string>, requirement = "- acme.web") =>
  extractFiles({ "requirements.yml": `roles:\n${requirement}\n`, ...files }, [ansible])
    .declarations.find(({ sourceFile }) => sourceFile === "requirements.yml")
    ?.arguments?.map(
      ({ name, file, line, effect }) => `${name} ${file}:${line}${effect === undefined ? "" : ` ${effect}`}`,
    );

describe("ansible: variables that are passed to a role", () => {
  it("passes parameters and variables of plays and tasks that name the role", () => {
    const play = `---
# Play
- hosts: all
  vars:
    web_play: 1
    other: 1
  roles:
    - other.role
    - role: acme.web
      when: x
      size: 1
      vars:
        owner: x
    - { role: other.db, web: 1, size: 1 }
  tasks:
    - block:
        - include_role:
            name: galaxy/acme.web
          vars: { mode: 1 }
    - ansible.builtin.import_role: { name: other.db }
      vars:
        size: 2
`;
    expect(passed({ "site.yml": play })).toEqual([
      "size site.yml:11",
      "owner site.yml:13 silent",
      "web_play site.yml:5 silent",
      "mode site.yml:19 silent",
    ]);
  });

  it("sets variables with the prefix of the role's name", () => {
    const text =
      "---\nweb_port: 1\nwebs: 1\n# web_comment: 1\nmap:\n  web_inner: 1\n'web_quoted': 1\ndb_port: 1\n";
    const places = [
      "group_vars/all",
      "group_vars/web/vault.yml",
      "host_vars/a.example.com",
      "examples/vars.yml",
    ];
    expect(passed(Object.fromEntries(places.map((path) => [path, text])))).toEqual(
      places.toSorted().flatMap((path) => [`web_port ${path}:2 silent`, `web_quoted ${path}:7 silent`]),
    );
    const deployment = "kind: List\nroles:\n- name: acme.web\n  web_port: 1\n";
    expect(passed({ "site.yml": deployment })).toEqual([]);
    expect(passed({ "group_vars/README.md": text, "other.yml": text, "config/all.yml": text })).toEqual([]);
  });

  it.each([
    ["- src: git+https://github.com/acme/ansible-role-web.git\n  name: site", ["site_a", "web_b"]],
    ["- src: https://github.com/acme/com.acme.ansible.role.web", ["web_b"]],
    ["- src: git@github.com:acme/role-php-fpm.git", ["php_fpm_c"]],
    ["- acme.web,1.0.0,site", ["site_a", "web_b"]],
  ])("finds the prefixes of %j", (requirement, expected) => {
    const found = passed({ "group_vars/all.yml": "site_a: 1\nweb_b: 1\nphp_fpm_c: 1\n" }, requirement);
    expect(found?.map((one) => one.split(" ")[0])).toEqual(expected);
  });

  it("does not assume that variables of the repository's own role of the same name are passed", () => {
    const files = { "roles/web/tasks/main.yml": "[]", "group_vars/all.yml": "web_port: 1\n" };
    expect(passed(files)).toEqual([]);
  });

  it("sets variables by set_fact, in task files too", () => {
    const tasks = `- when: x
  block:
    - set_fact: {web_a: 1, other: 2}
- ansible.builtin.set_fact:
    cacheable: true
    web_b: 1
- set_fact: web_c=1
`;
    expect(passed({ "tasks/setup.yml": tasks })).toEqual([
      "web_a tasks/setup.yml:3 silent",
      "web_b tasks/setup.yml:6 silent",
    ]);
  });

  it("passes variables of a play that names the role, even if the repository has one of the same name", () => {
    const play = (role: string) =>
      `- hosts: all\n  vars:\n    web_port: 1\n    db_port: 1\n  roles:\n    - ${role}\n    - other.db\n`;
    const files = { "roles/web/tasks/main.yml": "- debug:\n" };
    expect(passed({ "a.yml": play("acme.web"), "b.yml": play("web"), ...files })).toEqual([
      "web_port a.yml:3 silent",
    ]);
  });

  it("passes variables of role dependencies", () => {
    const meta = "dependencies:\n  - role: acme.web\n    web_port: 1\n    size: 1\n";
    const { declarations } = extractFiles({ "meta/main.yml": meta }, [ansible]);
    expect(declarations[0]?.arguments?.map(({ name }) => name)).toEqual(["web_port", "size"]);
  });

  it("is open, and ignores files that are not valid", () => {
    const { declarations, problems } = extractFiles(
      { "requirements.yml": "roles: [acme.web]\n", "site.yml": "- hosts: all\n  roles: [\n  : {{ x }\n" },
      [ansible],
    );
    expect(declarations[0]).toMatchObject({
      arguments: [],
      openArguments: { variable: "Inventories and other files can set variables" },
    });
    expect(problems).toEqual([]);
  });
});
