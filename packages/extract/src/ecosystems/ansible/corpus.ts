/** Seed files for fuzzing, by path. */
export const corpus = {
  "requirements.yml": `collections:
  - { name: acme.tools, version: ">=1.0.0,<2.0.0" }
  - git+https://github.com/acme/net.git#/sub/,devel
roles:
  - { src: "git@github.com:acme/nginx.git", scm: git, version: "{{ ref }}" }
  - acme.java,1.9.6
`,
  "galaxy.yml": 'namespace: acme\nname: kit\nversion: 1.0.0\ndependencies: { acme.tools: "*" }\n',
  "meta/main.yml": "galaxy_info: { author: acme }\ndependencies:\n  - role: acme.tools.proxy\n",
  "meta/runtime.yml": "plugin_routing:\n  modules:\n    old: { redirect: acme.kit.site }\n",
  "playbooks/site.yml": `- hosts: all
  roles:
    - role: acme.tools.proxy # é
  tasks:
    - acme.tools.site:
        name: x
    - ansible.builtin.include_role:
        name: "acme.tools.web"
`,
};
