import { describe, expect, it } from "vitest";
import type { Declaration, ExtractionResult, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { vagrant } from "./index.ts";

const extract = (files: Record<string, string>): ExtractionResult => extractFiles(files, [vagrant]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.unbound}`;
const declared = (text: string, path = "Vagrantfile"): string[] =>
  extract({ [path]: text }).declarations.map(summary);
/** The boxes of a Vagrantfile, with their versions. */
const boxes = (text: string): string[] =>
  extract({ Vagrantfile: text }).declarations.map(
    ({ artifact, versionConstraint, unbound }) =>
      `${artifact} ${versionConstraint ?? "-"}${unbound === null ? "" : ` (${unbound})`}`,
  );
const NOTHING: LinkResult = { declarations: [], artifacts: [], compositions: [], problems: [] };

const VAGRANTFILE = `# config.vm.box = "acme/old"
=begin
config.vm.box = "acme/older"
=end
Vagrant.configure("2") do |config|
  config.vm.box = "acme/base" # the box
  config.vm.box_url = "https://boxes.acme.io/acme/url"
  config.vm.provider :virtualbox do |vb|
    vb.memory = 512
  end
  config.vm.box_version = "~> 1.2"
  config.vm.define "web" do |node|
    node.vm.box =
      'acme/web'
    node.vm.box_version = ">= 1.0, < 2.0"
  end
  config.vm.define("db") { |node| node.vm.box = "acme/db" }
  config.vm.provision "shell", inline: <<-SCRIPT
    config.vm.box = "acme/script"
  SCRIPT
end
`;

describe("vagrant: Vagrantfile", () => {
  it("declares the box of each variable with its line and the version of the same variable", () => {
    const expected = [
      "6 vagrant.box acme/base ~> 1.2 null",
      "14 vagrant.box acme/web >= 1.0, < 2.0 null",
      "17 vagrant.box acme/db null null",
    ];
    expect(declared(VAGRANTFILE)).toEqual(expected);
    expect(declared(`\uFEFF${VAGRANTFILE.replaceAll("\n", "\r\n")}`)).toEqual(expected);
    expect(declared(VAGRANTFILE, "test/Vagrantfile.local")).toEqual(expected);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ Vagrantfile: VAGRANTFILE }).declarations[0]).toEqual({
      ecosystem: "vagrant",
      dependencyType: "vagrant_box",
      sourceFile: "Vagrantfile",
      sourceLine: 6,
      rawReference: "acme/base ~> 1.2",
      artifact: "acme/base",
      versionConstraint: "~> 1.2",
      versioning: "ruby",
      unbound: null,
      versionComment: null,
      lookups: ["vagrant_box:acme/base"],
      evidence: { class: "manifest", rule: "vagrant.box" },
      role: "dev",
      scope: null,
      locked: null,
    });
  });

  it("keeps the versions of branches and of variables with the same name apart", () => {
    const branches = `if linux
      config.vm.box = "acme/linux"
      config.vm.box_version = "1.0"
    else
      config.vm.box = "acme/mac"
    end
    a.vm.box_version = "3.0"
    a.vm.box = "acme/late"
    b.vm.box = "acme/other"
    define "x" do |config|
      config.vm.box_version = "2.0"
    end`;
    expect(boxes(branches)).toEqual(["acme/linux 1.0", "acme/mac -", "acme/late 3.0", "acme/other -"]);
    const shared = 'if x\nc.vm.box = "acme/a"\nelse\nc.vm.box = "acme/b"\nend\nc.vm.box_version = "1.0"\n';
    expect(boxes(shared)).toEqual(["acme/a 1.0", "acme/b 1.0"]);
  });

  it.each([
    ["a variable", 'BOX = "acme/base"\nc.vm.box = BOX\n', ["acme/base -"]],
    ["an environment variable", "c.vm.box = ENV['BOX'] || 'acme/base'\n", ["acme/base -"]],
    ["a fetched environment variable", 'c.vm.box = ENV.fetch("BOX", "acme/base")\n', ["acme/base -"]],
    [
      "variables with a default",
      "BOX = ENV['BOX'] || 'acme/base'\n$v ||= '1.0'\nc.vm.box = BOX\nc.vm.box_version = $v\n",
      ["acme/base 1.0"],
    ],
    ["a part of the name", 'OS = "jammy"\nc.vm.box = "acme/#{OS}64"\n', ["acme/jammy64 -"]],
    ["an unknown part of the name", 'c.vm.box = "acme/#{os}"\n', ["acme/${os} - (os)"]],
    [
      "a variable with several values",
      'os = "a"\nos = "b"\nc.vm.box = "acme/#{os}"\n',
      ["acme/${os} - (os)"],
    ],
    [
      "an unknown version",
      'c.vm.box = "acme/base"\nc.vm.box_version = opts[:version]\n',
      ["acme/base ${box_version} (box_version)"],
    ],
    [
      "all values of a variable",
      'os = x ? "acme/a" : "acme/b"\nos = ENV["OS"]\nc.vm.box = os\nd.vm.box = os == 1 ? os : "acme/a"\n',
      ["acme/a -", "acme/b -", "acme/a -", "acme/b -", "acme/a -"],
    ],
    ["both values of a condition", 'c.vm.box = x <= 2 ? "acme/a" : "acme/b"\n', ["acme/a -", "acme/b -"]],
    ["a default", 'c.vm.box ||= "acme/base"\n', ["acme/base -"]],
    ["a trailing condition", 'c.vm.box = "acme/base" if ENV["X"] == "a/b"\n', ["acme/base -"]],
    ["one line", 'if x then c.vm.box = "acme/base" end; c.vm.box_version = "1.0"\n', ["acme/base 1.0"]],
  ])("resolves %s", (_, text, expected) => {
    expect(boxes(text)).toEqual(expected);
  });

  it("reads hashes", () => {
    const text = `NODES = {
      "web" => { :box => "acme/web", :ip => "10.0.0.1" },
      "db" => { box: 'acme/db', box_version: "1.0" },
      "old" => { "box" => BOX,
                 other: 1 },
    }
    BOX = "acme/old"
    machine(box: "acme/call", box_name: "acme/name")
    NAMED = { :box_name => "acme/named" }
    LIST = [{ box: "local" }, { box_url: "acme/url", "inbox": "acme/inbox" }]
    c.vm.box = node[:box]\n`;
    expect(declared(text)).toEqual([
      "2 vagrant.hash acme/web null null",
      "3 vagrant.hash acme/db 1.0 null",
      "4 vagrant.hash acme/old null null",
      "8 vagrant.hash acme/call null null",
      "9 vagrant.hash acme/named null null",
    ]);
  });

  it.each([
    ["a file", 'c.vm.box = "file://builds/base.box"\n'],
    ["a path", 'c.vm.box = "builds/base.box"\nd.vm.box = "./base"\ne.vm.box = "a/b/c"\n'],
    ["a local box", 'c.vm.box = "precise64"\n'],
    ["a URL", 'c.vm.box = "https://boxes.acme.io/base"\n'],
    ["an expression", "c.vm.box = settings['box']\nd.vm.box = DIR + 'acme/base'\ne.vm.box = unknown\n"],
    ["a comparison", 'if c.vm.box == "acme/base"\nend\n'],
    [
      "another attribute",
      'c.vm.hostname = "acme/base"\nc.cache.box = "acme/base"\nc.vm.box_url = "acme/b"\n',
    ],
    ["nothing", ""],
  ])("ignores %s", (_, text) => {
    expect(extract({ Vagrantfile: text })).toEqual(NOTHING);
  });

  it("reports the line of invalid syntax", () => {
    const { problems } = extract({ Vagrantfile: 'c.vm.box = "acme/base"\nx = [\n' });
    expect(problems).toMatchObject([{ file: "Vagrantfile", line: 2, code: "invalid_syntax" }]);
  });

  it.each([
    "Vagrantfile.md",
    "vagrantfile.rb",
    "Vagrantfile.erb",
    "Vagrantfile.j2",
    "MyVagrantfile",
    "Gemfile",
  ])("does not read %s", (path) => {
    expect(extract({ [path]: 'config.vm.box = "acme/base"\n' })).toEqual(NOTHING);
  });

  it("is for development, unless its folder is for tests or examples", () => {
    const roles = ["Vagrantfile", "examples/Vagrantfile", "tests/Vagrantfile", "docs/Vagrantfile"].map(
      (path) => extract({ [path]: VAGRANTFILE }).declarations[0]?.role,
    );
    expect(roles).toEqual(["dev", "example", "test", "dev"]);
  });
});

describe("vagrant: Test Kitchen and Molecule", () => {
  it.each([".kitchen.yml", "kitchen.yaml", "x/.kitchen.vagrant.yml"])(
    "declares the boxes of drivers, platforms and suites of %s",
    (path) => {
      const text = `driver:
  name: vagrant
  box: acme/base
  box_version: "1.0"
platforms:
  - name: ubuntu-22.04
    driver:
      box: acme/ubuntu
      box_url: acme/url
  - name: local
    driver: { box: local }
suites:
  - { name: default, driver: { box: "acme/<%= ENV['OS'] %>" } }
`;
      const expected = ["3 vagrant.kitchen acme/base 1.0 null", "8 vagrant.kitchen acme/ubuntu null null"];
      const { declarations, problems } = extract({ [path]: text });
      expect(declarations.map(summary)).toEqual(expected);
      expect(declarations[0]).toMatchObject({ role: "test", scope: null });
      expect(problems).toEqual([]);
    },
  );

  it("declares the boxes of Molecule's platforms with the defaults of their variables", () => {
    const text = `driver: { name: vagrant }
platforms:
  - name: instance
    box: \${MOLECULE_BOX:-acme/ubuntu}
    box_version: 1.10
  - { name: other, box: "acme/\${DISTRO}" }
`;
    const { declarations } = extract({ "molecule/default/molecule.yml": text, "molecule.yml": text });
    expect(declarations.map(summary)).toEqual([
      "4 vagrant.molecule acme/ubuntu 1.10 null",
      "6 vagrant.molecule acme/${DISTRO} null DISTRO",
    ]);
    expect(declarations[0]).toMatchObject({ role: "test" });
  });

  it("reports nothing about files of other tools", () => {
    expect(extract({ "kitchen.yml": "- box: acme/base\n", "kitchen.yaml": "box: {\n" }).declarations).toEqual(
      [],
    );
  });
});
