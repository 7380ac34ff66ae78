import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gem } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [gem]);

/** `gem: role scope` of every declaration. */
const places = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, role, scope }) => `${artifact}: ${role} ${scope}`);

const spec = (name: string, body = ""): string =>
  `Gem::Specification.new do |s|\n  s.name = "${name}"\n${body}end\n`;

describe("gem: role and scope of a declaration", () => {
  it("follow from the groups of a Gemfile", () => {
    const gemfile = `gem "rails"
gem "rspec", group: :test
gem "pry", groups: [:development, "test"]
gem "puma", group: %w[production]
gem "rubocop", groups: %w[development test]
gem "hanami-reloader", groups: [:cli, :development]
group :development do
  gem "web-console"
  gem "both", group: :production
end
group(:test, "cucumber") { gem "capybara" }
group :assets do
  gem "sass"
end
gem "last"
`;
    expect(places({ "app/Gemfile": gemfile })).toEqual([
      "rails: runtime unit:gem:app",
      "rspec: test null",
      "pry: dev null",
      "puma: runtime unit:gem:app",
      "rubocop: dev null",
      "hanami-reloader: dev null",
      "web-console: dev null",
      "both: runtime unit:gem:app",
      "capybara: test null",
      "sass: runtime unit:gem:app",
      "last: runtime unit:gem:app",
    ]);
  });

  it("follow from the kind of file", () => {
    const files = {
      "Gemfile.lint": 'gem "a"\n',
      "app/Gemfile": 'gem "b"\n',
      "gemfiles/rails_7.gemfile": 'gem "c"\n',
      "kit/Gemfile": 'gem "d"\n',
      "kit/kit.gemspec": spec("kit", '  s.add_dependency "e"\n  s.add_development_dependency "f"\n'),
    };
    expect(places(files)).toEqual([
      "a: dev null",
      "b: runtime unit:gem:app",
      "c: test null",
      "d: dev null",
      "e: runtime ruby_gem:kit",
      "f: dev null",
    ]);
    expect(places({ "kit.gemspec": spec("kit"), "site/Gemfile": 'gem "a"\n' })).toEqual([
      "a: runtime unit:gem:site",
    ]);
  });
});

describe("gem: compositions", () => {
  it("build gems of the repository into gems and applications that need them", () => {
    const files = {
      "core/core.gemspec": spec("acme-core"),
      "kit/kit.gemspec": spec("acme-kit", '  s.add_dependency "acme-core"\n'),
      "kit/Gemfile": 'gem "acme-mocks", path: "../mocks"\n',
      "mocks/mocks.gemspec": spec("acme-mocks", '  s.add_development_dependency "acme-kit"\n'),
      Gemfile:
        'gem "acme-kit", path: "kit"\ngroup :test do\n  gem "acme-mocks", path: "mocks"\nend\ngem "acme-core", github: "acme/core"\n',
    };
    expect(extract(files).compositions).toEqual([
      { outer: "unit:gem:.", inner: "ruby_gem:acme-kit" },
      { outer: "ruby_gem:acme-kit", inner: "ruby_gem:acme-core" },
    ]);
    expect(extract(files).declarations).toEqual([]);
  });
});
