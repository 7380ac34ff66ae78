import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { gem } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [gem]);

const declared = (text: string, path = "Gemfile"): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

const GEMFILE = `# gem "comment"
source "https://rubygems.org"
git_source(:acme) { |repo| "https://git.acme.io/#{repo}.git" }
git_source(:forge) do |name|
  "ssh://git@forge.acme.io/#{name}.git"
end
ruby "3.3.0"
gemspec
kit_version = "~> 2.1"
gem "kit", kit_version, '>= 2.1.3', require: false
gem 'rack', "#{RACK}"
gem "log", git: "https://github.com/acme/log.git", tag: "v1.2.0"
gem 'auth', :github => 'acme/auth', :branch => 'main'
gem "rails", github: "rails"
gem "pull", github: "https://github.com/acme/pull/pull/12"
gem "snippet", gist: "4815162342"
gem "mine", acme: "platform/mine", ref: "0123456789abcdef0123456789abcdef01234567"
gem "theirs", forge: "platform/theirs"
gem "local", path: "components/local"
gem "outside",
  path: "../outside"
gem("brackets", "1.0") if ENV["X"]
group :development, :test do
  gem "pry"
  gem "pry"
end
platforms(:ruby) { gem "native", "< 2" }
git "git@github.com:acme/many.git", branch: "next" do
  gem "many-core"
  gem "many-http", ">= 1"
end
github "acme/other" do gem "other" end
path "engines" do
  gem "engine"
end
if RUBY_VERSION > "3"
  gem "modern", ["~> 1", "!= 1.3"]
else
  gem "old" unless ENV.fetch("Y", "gem 'none'")
end
=begin
gem "no"
=end
text = <<~TEXT
  gem "never"
TEXT
eval_gemfile "other.rb"
__END__
gem "after"
`;
const GEMFILE_DECLARED = [
  "10 gem.gem kit ~> 2.1, >= 2.1.3",
  "11 gem.gem rack ${RACK}",
  "12 gem.gem log https://github.com/acme/log.git#v1.2.0",
  "13 gem.gem auth https://github.com/acme/auth.git#main",
  "14 gem.gem rails https://github.com/rails/rails.git",
  "15 gem.gem pull https://github.com/acme/pull.git",
  "16 gem.gem snippet https://gist.github.com/4815162342.git",
  "17 gem.gem mine https://git.acme.io/platform/mine.git#0123456789abcdef0123456789abcdef01234567",
  "18 gem.gem theirs ssh://git@forge.acme.io/platform/theirs.git",
  "20 gem.gem outside",
  "22 gem.gem brackets 1.0",
  "24 gem.gem pry",
  "25 gem.gem pry",
  "27 gem.gem native < 2",
  "29 gem.gem many-core git@github.com:acme/many.git#next",
  "30 gem.gem many-http >= 1 git@github.com:acme/many.git#next",
  "32 gem.gem other https://github.com/acme/other.git",
  "37 gem.gem modern ~> 1, != 1.3",
  "39 gem.gem old",
];

describe("gem: Gemfile", () => {
  it("names the gem of a repository", () => {
    const text = 'gem "log", git: "https://github.com/acme/kit.git"\ngem "rack"\n';
    const names = extract({ Gemfile: text }).declarations.map(({ targetName }) => targetName);
    expect(names).toEqual(["ruby_gem:log", undefined]);
  });

  it("declares each gem on its line, not comments, strings or local folders", () => {
    expect(extract({ Gemfile: GEMFILE }).problems).toEqual([]);
    expect(declared(GEMFILE)).toEqual(GEMFILE_DECLARED);
  });

  it("accepts a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${GEMFILE.replaceAll("\n", "\r\n")}`, "gems.rb")).toEqual(GEMFILE_DECLARED);
  });

  it("looks up a gem by name or by its Git repository", () => {
    const { declarations } = extract({
      Gemfile: 'gem "kit", "~> 1"\ngem "log", github: "Acme/Log", tag: "v1"\n',
    });
    expect(declarations).toEqual([
      {
        ecosystem: "gem",
        dependencyType: "ruby_gem",
        sourceFile: "Gemfile",
        sourceLine: 1,
        rawReference: "kit ~> 1",
        artifact: "kit",
        versionConstraint: "~> 1",
        versioning: "ruby",
        unbound: null,
        versionComment: null,
        lookups: ["ruby_gem:kit"],
        evidence: { class: "manifest", rule: "gem.gem" },
        role: "runtime",
        scope: "unit:gem:.",
        locked: null,
      },
      expect.objectContaining({
        versionConstraint: "v1",
        versioning: "git",
        lookups: ["git:github.com/acme/log", "ruby_gem:log"],
      }),
    ]);
  });

  it("looks up a gem by its Git repository alone if that has another owner, as forks do", () => {
    const { declarations } = extract({ Gemfile: 'gem "log", github: "other/log"\n' });
    expect(declarations.map(({ lookups }) => lookups)).toEqual([["git:github.com/other/log"]]);
  });

  it("leaves interpolated values unbound that the file does not define", () => {
    const text =
      'x = "1"\nx = "2"\ngem "a", x\ngem name\ngem "b", github: "acme/#{b}"\ngem "c", git: ENV["C"]\n';
    const { declarations } = extract({ Gemfile: text });
    expect(declarations.map(({ unbound, lookups }) => [unbound, lookups.length])).toEqual([
      ["${x}", 1],
      ["${name}", 0],
      ["${b}", 0],
      ["${git}", 0],
    ]);
  });

  it("declares a gem with a Git URL once", () => {
    const text =
      'gem "kit",\n  git: "https://github.com/acme/kit.git"\ngit "https://github.com/acme/many.git" do\n  gem "many"\nend\n';
    const { declarations } = extractFiles({ Gemfile: text }, [gem, references]);
    expect(declarations.map(({ sourceLine, artifact }) => `${sourceLine} ${artifact}`)).toEqual([
      "1 kit",
      "4 many",
    ]);
  });
});

const GEMSPEC = `# frozen_string_literal: true
require_relative "lib/kit/version"
Gem::Specification.new do |spec|
  spec.name        = "acme-kit"
  spec.version     = "1.4.0"
  spec.files       = Dir["lib/**/*"].reject { |f| f =~ /['"]/ }
  spec.description = %q{a "kit" (of tools)}
  spec.add_dependency "log", "~> 1.0", ">= 1.0.2"
  spec.add_runtime_dependency(%q<http>.freeze, ["~> 2"])
  spec.add_runtime_dependency 'auth', ['>= 1', '< 3']
  spec.add_development_dependency 'rspec', '~> 3.0'
  if spec.respond_to? :metadata
    spec.metadata["x"] = "y"
  end
end
`;

describe("gem: gemspec", () => {
  it("declares runtime and development dependencies", () => {
    expect(declared(GEMSPEC, "acme-kit.gemspec")).toEqual([
      "8 gem.dependency log ~> 1.0, >= 1.0.2",
      "9 gem.dependency http ~> 2",
      "10 gem.dependency auth >= 1, < 3",
      "11 gem.development_dependency rspec ~> 3.0",
    ]);
  });

  it("announces the gem and does not declare it in the repository's Gemfile", () => {
    const { declarations, artifacts } = extract({
      "kit.gemspec": GEMSPEC,
      Gemfile: 'gem "acme-kit"\ngem "fake"',
      "spec/fixtures/fake.gemspec": 'Gem::Specification.new { |s| s.name = "fake" }',
    });
    expect(
      declarations.filter(({ sourceFile }) => sourceFile === "Gemfile").map(({ artifact }) => artifact),
    ).toEqual(["fake"]);
    expect(artifacts).toEqual([
      {
        ecosystem: "gem",
        artifactType: "ruby_gem",
        name: "acme-kit",
        version: "1.4.0",
        registryUrl: null,
        sourceFile: "kit.gemspec",
        sourceLine: 4,
        announces: ["ruby_gem:acme-kit"],
        evidence: { class: "manifest", rule: "gem.name" },
      },
    ]);
  });

  it("leaves out a version that is not a literal", () => {
    const text = "Gem::Specification.new do |s|\ns.version = Kit::VERSION\ns.name = 'kit'\nend";
    expect(extract({ "kit.gemspec": text }).artifacts.map(({ name, version }) => [name, version])).toEqual([
      ["kit", null],
    ]);
  });
});

describe("gem: problems", () => {
  it.each([
    ['gem "kit', 1],
    ['group :test do\n  gem "a"\n', 1],
    ['gem "a"\nend\n', 2],
    ['gem("a"\n', 1],
    ["\n=begin\n", 2],
    ["x = <<~TEXT\nno end", 2],
  ])("reports the line of the problem in %j", (text, line) => {
    const { declarations, problems } = extract({ Gemfile: text });
    expect(problems.map((each) => [each.line, each.code])).toEqual([[line, "invalid_syntax"]]);
    expect(declarations).toEqual([]);
  });

  it("finds nothing in an empty file and a lock file", () => {
    expect(extract({ Gemfile: "", "Gemfile.lock": "GEM\n  specs:\n" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });
});
