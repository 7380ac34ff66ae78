import { describe, expect, it } from "vitest";
import type { ExtractedDeclaration, ExtractionResult } from "../../ecosystem.ts";
import { references } from "../../references/index.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { puppet } from "./index.ts";

const extract = (files: Record<string, string>): ExtractionResult => extractFiles(files, [puppet]);
const summary = (each: ExtractedDeclaration) =>
  `${each.sourceLine} ${each.role} ${each.artifact} ${each.versionConstraint} ${each.versioning} ${each.lookups.join(" ")}`.trimEnd();
const declared = (text: string, path: string): string[] =>
  extract({ [path]: text }).declarations.map(summary);
const NOTHING: ExtractionResult = { declarations: [], artifacts: [], compositions: [], problems: [] };

const METADATA = `{
  "name": "acme-shop",
  "version": "1.4.0",
  "author": "acme",
  "source": "https://github.com/upstream/puppet-shop",
  "project_page": "https://github.com/upstream/pages",
  "issues_url": "https://github.com/upstream/issues-of-shop/issues",
  "dependencies": [
    {
      "name": "puppetlabs/stdlib",
      "version_requirement": ">= 9.0.0 < 10.0.0"
    },
    { "version_requirement": "1.x", "name": "Acme-Nginx" },
    { "name": "acme/kit" }
  ],
  "requirements": [{ "name": "puppet", "version_requirement": ">= 8.0.0 < 9.0.0" }]
}
`;

describe("puppet: metadata.json", () => {
  it("declares the dependencies with their lines, and produces the module", () => {
    const { declarations, artifacts, problems } = extract({ "metadata.json": METADATA });
    expect(declarations.map(summary)).toEqual([
      "10 runtime puppetlabs/stdlib >= 9.0.0 < 10.0.0 puppet puppet_module:puppetlabs/stdlib",
      "13 runtime acme/nginx 1.x puppet puppet_module:acme/nginx",
      "14 runtime acme/kit null puppet puppet_module:acme/kit",
    ]);
    expect(artifacts).toEqual([
      {
        ecosystem: "puppet",
        artifactType: "puppet_module",
        name: "acme/shop",
        version: "1.4.0",
        registryUrl: null,
        sourceFile: "metadata.json",
        sourceLine: 2,
        announces: ["puppet_module:acme/shop"],
        evidence: { class: "manifest", rule: "puppet.name" },
      },
    ]);
    expect(problems).toEqual([]);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ "metadata.json": METADATA }).declarations[1]).toEqual({
      ecosystem: "puppet",
      dependencyType: "puppet_module",
      sourceFile: "metadata.json",
      sourceLine: 13,
      rawReference: "Acme-Nginx 1.x",
      artifact: "acme/nginx",
      versionConstraint: "1.x",
      versioning: "puppet",
      unbound: null,
      versionComment: null,
      lookups: ["puppet_module:acme/nginx"],
      evidence: { class: "manifest", rule: "puppet.dependency" },
      role: "runtime",
      scope: "puppet_module:acme/shop",
      locked: null,
    });
  });

  it("never takes the fields in which a module describes itself for references", () => {
    const { declarations } = extractFiles({ "metadata.json": METADATA }, [puppet, references]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual([
      "puppetlabs/stdlib",
      "acme/nginx",
      "acme/kit",
    ]);
  });

  it("builds a module of the repository into those that depend on it", () => {
    const { declarations, compositions } = extract({
      "site/shop/metadata.json": METADATA,
      "site/nginx/metadata.json": '{"name": "acme/nginx", "version": "1.0.0", "project_page": ""}',
    });
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["puppetlabs/stdlib", "acme/kit"]);
    expect(compositions).toEqual([{ outer: "puppet_module:acme/shop", inner: "puppet_module:acme/nginx" }]);
  });

  it("produces no module in test folders, and marks their dependencies", () => {
    const { declarations, artifacts } = extract({ "spec/fixtures/modules/shop/metadata.json": METADATA });
    expect(artifacts).toEqual([]);
    expect(new Set(declarations.map(({ role }) => role))).toEqual(new Set(["fixture"]));
  });

  it("reads BOM and CRLF", () => {
    expect(extract({ "metadata.json": `\uFEFF${METADATA.replaceAll("\n", "\r\n")}` })).toEqual(
      extract({ "metadata.json": METADATA }),
    );
  });

  it.each([
    ["no dependencies", '{"name": "acme-shop", "operatingsystem_support": []}', "acme/shop"],
    ["a placeholder in the name", '{"name": "{{ owner }}-shop", "project_page": ""}', undefined],
  ])("reads metadata with %s", (_, text, name) => {
    const { declarations, artifacts, problems } = extract({ "metadata.json": text });
    expect([declarations, problems]).toEqual([[], []]);
    expect(artifacts[0]?.name).toBe(name);
  });

  it.each([
    [
      "metadata of Chef",
      "metadata.json",
      '{"name": "chef-client", "dependencies": {"cron": ">= 1.0"}, "issues_url": ""}',
    ],
    [
      "metadata of another tool",
      "metadata.json",
      '{"name": "acme-shop", "source": "https://github.com/acme/x"}',
    ],
    ["an empty file", "metadata.json", ""],
    ["another name", "my-metadata.json", METADATA],
  ])("ignores %s", (_, path, text) => {
    expect(extract({ [path]: text })).toEqual(NOTHING);
  });

  it.each([
    ["a name without an owner", '"dependencies": [\n{ "name": "stdlib" },\n{ "name": "acme/kit" }\n]', 3],
    [
      "an entry without a name",
      '"dependencies": [\n{ "version_requirement": "1.x" },\n{ "name": "acme/kit" }\n]',
      3,
    ],
  ])("reports the line of %s, and declares the others", (_, field, line) => {
    const { problems, declarations } = extract({ "metadata.json": `{ "project_page": "",\n${field} }` });
    expect(problems).toMatchObject([{ file: "metadata.json", line, code: "invalid_syntax" }]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["acme/kit"]);
  });

  it.each([
    ["dependencies that are no list", '{ "project_page": "", "dependencies": { "acme/kit": "1.x" } }'],
    ["a file that is no object", '["project_page":\n]'],
  ])("reports %s", (_, text) => {
    const { problems, declarations } = extract({ "metadata.json": text });
    expect(problems).toMatchObject([{ file: "metadata.json", code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});

describe("puppet: Puppetfile", () => {
  const PUPPETFILE = `# mod 'acme/none'
forge "https://forge.puppet.com"
moduledir 'thirdparty'
base = 'https://git.acme.io/puppet'
mod 'puppetlabs/stdlib'
mod 'puppet-extlib', '7.0.0'
mod "puppet/nginx", :latest
mod('acme/shop', '1.2.3') if ENV['X']
mod 'puppetlabs/apache',
  type:    'forge',
  version: '6.0.0'
mod 'one',
  :git => 'https://github.com/acme/puppet-one.git',
  :tag => 'v1.0.0'
mod 'two', git: 'git@github.com:acme/puppet-two', ref: '0123456789abcdef0123456789abcdef01234567'
mod 'acme/three', { 'git' => "#{base}/three", 'commit' => '81b34c6' }
mod 'four', :git => 'https://github.com/acme/four', :branch => :control_branch, :default_branch => 'main'
mod 'five', type: 'git', source: 'https://github.com/acme/five', version: '2098a17'
mod 'six', github_tarball: 'acme/six'
mod 'seven', git: "https://github.com/acme/#{name}", branch: branch_name
mod 'local_module', :local => true
mod 'svn', :svn => 'https://svn.acme.io/trunk', rev: '12'
mod 'eight', git: 'https://github.com/acme/eight'
`;

  it("declares every module with its line", () => {
    expect(declared(PUPPETFILE, "Puppetfile")).toEqual([
      "5 runtime puppetlabs/stdlib null puppet puppet_module:puppetlabs/stdlib",
      "6 runtime puppet/extlib 7.0.0 puppet puppet_module:puppet/extlib",
      "7 runtime puppet/nginx latest puppet puppet_module:puppet/nginx",
      "8 runtime acme/shop 1.2.3 puppet puppet_module:acme/shop",
      "9 runtime puppetlabs/apache 6.0.0 puppet puppet_module:puppetlabs/apache",
      "12 runtime github.com/acme/puppet-one v1.0.0 git git:github.com/acme/puppet-one",
      "15 runtime github.com/acme/puppet-two 0123456789abcdef0123456789abcdef01234567 git git:github.com/acme/puppet-two",
      "16 runtime git.acme.io/puppet/three 81b34c6 git git:git.acme.io/puppet/three",
      "17 runtime github.com/acme/four main git git:github.com/acme/four",
      "18 runtime github.com/acme/five 2098a17 git git:github.com/acme/five",
      "19 runtime github.com/acme/six null git git:github.com/acme/six",
      "20 runtime seven ${branch_name} git",
      "23 runtime github.com/acme/eight null git git:github.com/acme/eight",
    ]);
  });

  it("declares each repository once", () => {
    const { declarations } = extractFiles({ Puppetfile: PUPPETFILE }, [puppet, references]);
    expect(declarations.filter(({ ecosystem }) => ecosystem === "references")).toEqual([]);
  });

  it("declares a module from a repository as the repository, for a unit of the folder", () => {
    const [first] = extract({
      "environments/Puppetfile": "mod 'a', git: 'https://github.com/acme/a'",
    }).declarations;
    expect(first).toMatchObject({
      dependencyType: "git_repository",
      evidence: { class: "manifest", rule: "puppet.puppetfile" },
      scope: "unit:puppet:environments",
    });
  });

  it("marks names, URLs and versions with unknown variables as unbound", () => {
    const { declarations } = extract({
      Puppetfile: "mods.each do |m|\n  mod m, version\nend\nmod 'a', git: url\n",
    });
    expect(declarations).toMatchObject([
      { artifact: "${m}", unbound: "m", lookups: [] },
      { artifact: "a", unbound: "url", lookups: [] },
    ]);
  });

  it("gives the role dev to the Puppetfile next to a module, and reads files named after a purpose", () => {
    const roles = extract({
      "metadata.json": METADATA,
      "Puppetfile.local": "mod 'acme/x', '1.0.0'",
    }).declarations;
    expect(roles.map(({ artifact, role }) => `${artifact} ${role}`)).toContain("acme/x dev");
  });

  it("skips the repository's own modules and its own URL", () => {
    const own = "mod 'acme/shop', '1.0.0'\nmod 'x', git: 'https://github.com/acme/app.git'\n";
    expect(
      extract({ "shop/metadata.json": '{"name": "acme-shop", "project_page": ""}', Puppetfile: own }),
    ).toMatchObject({
      declarations: [],
      problems: [],
    });
  });

  it.each(["Puppetfile.lock", "Puppetfile.erb", "puppetfile", "Puppetfiles"])("ignores %s", (path) => {
    expect(extract({ [path]: PUPPETFILE })).toEqual(NOTHING);
  });

  it("reports the line of a name without an owner, and declares the others", () => {
    const { problems, declarations } = extract({ Puppetfile: "mod 'acme/a'\nmod 'stdlib', '1.0'\n" });
    expect(problems).toMatchObject([{ line: 2, code: "invalid_syntax" }]);
    expect(declarations).toHaveLength(1);
  });

  it("reports an unclosed bracket", () => {
    expect(extract({ Puppetfile: "mod('acme/a'\n" }).problems).toMatchObject([{ line: 1 }]);
  });
});

describe("puppet: .fixtures.yml", () => {
  const FIXTURES = `---
fixtures:
  symlinks:
    shop: "#{source_dir}"
  forge_modules:
    stdlib: "puppetlabs/stdlib"
    nginx:
      repo: "puppet-nginx"
      ref: "2.6.0" # as in production
  repositories:
    apt: 'git://github.com/puppetlabs/puppetlabs-apt'
    kit:
      repo: https://ci:\${TOKEN}@git.acme.io/kit.git
      branch: main
    log: { repo: "git@github.com:acme/log", tag: v1.0.0, branch: next }
    hg: { repo: "https://hg.acme.io/x", scm: hg }
    near: ../near
`;

  it("declares forge modules and repositories, for tests", () => {
    expect(declared(FIXTURES, ".fixtures.yml")).toEqual([
      "6 test puppetlabs/stdlib null puppet puppet_module:puppetlabs/stdlib",
      "8 test puppet/nginx 2.6.0 puppet puppet_module:puppet/nginx",
      "11 test github.com/puppetlabs/puppetlabs-apt null git git:github.com/puppetlabs/puppetlabs-apt",
      "13 test git.acme.io/kit main git git:git.acme.io/kit",
      "15 test github.com/acme/log v1.0.0 git git:github.com/acme/log",
    ]);
  });

  it("declares each repository once, without scope and credentials", () => {
    const { declarations } = extractFiles({ "site/.fixtures-all.yml": FIXTURES }, [puppet, references]);
    expect(declarations).toHaveLength(5);
    expect(declarations.map(({ scope }) => scope)).toEqual([null, null, null, null, null]);
    expect(declarations[3]?.unbound).toBeNull();
  });

  it("reports the line of a fixture without a repository, and declares the others", () => {
    const { problems, declarations } = extract({
      ".fixtures.yml": "fixtures:\n  forge_modules:\n    a: { ref: 1.0.0 }\n    b: stdlib\n    c: acme/c\n",
    });
    expect(problems.map(({ line }) => line)).toEqual([3, 4]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["acme/c"]);
  });

  it.each([
    ["an empty file", ".fixtures.yml", ""],
    [
      "a file without fixtures",
      ".fixtures.yml",
      "users:\n  repositories:\n    a: https://github.com/acme/a\n",
    ],
    ["fixtures without entries", ".fixtures.yml", "fixtures:\n  symlinks:\n"],
    ["another name", "fixtures.yml", FIXTURES],
  ])("ignores %s", (_, path, text) => {
    expect(extract({ [path]: text })).toEqual(NOTHING);
  });
});

describe("puppet: acceptance tests", () => {
  const path = "spec/acceptance/shop_spec.rb";
  const installed = (text: string): string[] =>
    extract({ [path]: text }).declarations.map((each) => {
      expect(each).toMatchObject({ role: "test", scope: null, requiresProducer: true });
      return `${each.sourceLine} ${each.artifact} ${each.versionConstraint}`;
    });

  it.each([
    ["install_puppet_module_via_pmt_on(host, 'puppet/nginx')", ["1 puppet/nginx null"]],
    [
      "install_puppet_module_via_pmt_on(host, 'puppetlabs-apt', '>= 9.0.0 < 10.0.0')",
      ["1 puppetlabs/apt >= 9.0.0 < 10.0.0"],
    ],
    ["  install_puppet_module_via_pmt_on host, 'acme-a' unless x", ["1 acme/a null"]],
    [
      "install_puppet_module_via_pmt_on(\n  hosts_as('agent'),\n  'acme-a',\n  '1.0.0',\n)",
      ["1 acme/a 1.0.0"],
    ],
    ["install_module_from_forge('acme/a', '1.x')", ["1 acme/a 1.x"]],
    ['install_module_from_forge_on(host, "acme/a")', ["1 acme/a null"]],
    ["shell('puppet module install puppet/nginx')", ["1 puppet/nginx null"]],
    ["\nrun_shell(\"puppet module install --force acme-a --version '< 3.0.0'\")", ["2 acme/a < 3.0.0"]],
    ["on host, puppet('module', 'install', 'acme-a', '--version', '1.2.3'), x", ["1 acme/a 1.2.3"]],
    ["on(host, puppet('module install acme/a'))", ["1 acme/a null"]],
    ["shell('puppet module install --target-dir=/tmp -v 1.0.0 acme/a')", ["1 acme/a 1.0.0"]],
    ["# shell('puppet module install acme/a')", []],
    ["def install_puppet_module_via_pmt_on(hosts, module_name, version = nil)", []],
    ["install_puppet_module_via_pmt_on(host, target_file)", []],
    ["on host, \"puppet module install --force '#{file}'\"", []],
    ["describe '#install_puppet_module_via_pmt_on' do", []],
  ])("%s", (text, expected) => {
    expect(installed(text)).toEqual(expected);
  });

  it("reads tests only", () => {
    expect(extract({ "lib/shop.rb": "shell('puppet module install acme/a')" })).toEqual(NOTHING);
  });
});
