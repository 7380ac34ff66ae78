import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { ansible } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [ansible]);

const GALAXY = "namespace: acme\nname: web\nversion: 1.0.0\n";

describe("ansible: interfaces", () => {
  it("has the modules, redirected modules and roles of a collection", () => {
    const runtime = `plugin_routing:
  modules:
    old_site:
      redirect: acme.web.site
    gone:
      tombstone:
        removal_version: 2.0.0
`;
    const { interfaces } = extract({
      "web/galaxy.yml": GALAXY,
      "web/meta/runtime.yml": runtime,
      "web/plugins/modules/site.py": "",
      "web/plugins/modules/sub/page.py": "",
      "web/plugins/modules/__init__.py": "",
      "web/plugins/modules/win.ps1": "",
      "web/plugins/action/act.py": "",
      "web/plugins/filter/text.py": "",
      "web/roles/nginx/tasks/main.yml": "[]",
      "web/roles/nginx/meta/main.yml": "[]",
      "web/roles/README.md": "",
      "plugins/modules/other.py": "",
    });
    expect(
      interfaces?.map(({ scope, members }) => [
        scope,
        ...members.map((one) => `${one.kind} ${one.name} ${one.file}:${one.line}`),
      ]),
    ).toEqual([
      [
        "ansible_collection:acme.web",
        "module act web/plugins/action/act.py:1",
        "module old_site web/meta/runtime.yml:3",
        "module site web/plugins/modules/site.py:1",
        "module sub.page web/plugins/modules/sub/page.py:1",
        "module win web/plugins/modules/win.ps1:1",
        "role nginx web/roles/nginx/tasks/main.yml:1",
      ],
    ]);
  });
});

const used = (files: Record<string, string>) =>
  extract({ "requirements.yml": "collections:\n  - acme.web\n", ...files }).declarations[0]?.arguments?.map(
    ({ kind, name, file, line }) => `${kind} ${name} ${file}:${line}`,
  );

describe("ansible: arguments", () => {
  it("passes modules and roles of a collection that tasks and plays name in full", () => {
    const play = `- hosts: all
  roles:
    - role: acme.web.nginx
      vars: { a: 1 }
    - acme.web.short
    - role: "{{ x }}"
  tasks:
    - name: Site
      acme.web.site:
        name: x
    - acme.web.sub.page: {}
    - ansible.builtin.include_role:
        name: acme.web.cert # Comment
    - other.web.site:
    # - acme.web.comment:
    - debug: msg=acme.web.text
`;
    expect(used({ "deploy.yml": play, "roles/x/handlers/main.yml": "- acme.web.reload:\n" })).toEqual([
      "module site deploy.yml:9",
      "module sub.page deploy.yml:11",
      "role nginx deploy.yml:3",
      "role cert deploy.yml:13",
      "role short deploy.yml:5",
      "module reload roles/x/handlers/main.yml:1",
    ]);
  });

  it("passes them to a collection that is required by a repository with its name", () => {
    const { declarations } = extract({
      "requirements.yml": "collections:\n  - name: https://github.com/Acme/acme.web.git,dev\n    type: git\n",
      "deploy.yml": "- hosts: all\n  roles:\n    - acme.web.nginx\n    - acme.other.role\n",
    });
    expect(
      declarations.map((one) => [
        one.artifact,
        one.versionConstraint,
        one.arguments?.map(({ name }) => name),
      ]),
    ).toEqual([
      ["acme.other", null, ["role"]],
      ["github.com/acme/acme.web", "dev", ["nginx"]],
    ]);
  });

  it("ignores other files with such keys, and modules of Ansible itself", () => {
    expect(
      used({
        "values.yml": "acme.web.site:\n  x: 1\n",
        "tasks/main.yml": "- ansible.builtin.file:\n- acme.web.site: x\n",
      }),
    ).toBeUndefined();
  });
});
