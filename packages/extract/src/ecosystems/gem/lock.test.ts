import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gem } from "./index.ts";

/** `gem: file:line version` of every locked declaration, or `gem: not locked`. */
const locks = (files: Record<string, string>): string[] =>
  extractFiles(files, [gem]).declarations.map(({ artifact, locked }) =>
    locked ? `${artifact}: ${locked.file}:${locked.line} ${locked.version}` : `${artifact}: not locked`,
  );

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const GEMFILE = 'gem "kit", github: "acme/kit"\ngem "log", "~> 1"\ngem "native"\ngem "gone"\n';
const LOCK = `GIT
  remote: https://github.com/acme/kit.git
  revision: ${COMMIT}
  branch: main
  specs:
    kit (2.0.0)
      gone (>= 1)

PATH
  remote: engines/core
  specs:
    core (0.1.0)

GEM
  remote: https://rubygems.org/
  specs:
    log (1.4.2)
      gone (~> 1)
    native (1.15.0-arm64-darwin)
    native (1.15.0-x86_64-linux)

PLATFORMS
  ruby

DEPENDENCIES
  gone (9.0.0)
`;
const LOCKED = (file: string): string[] => [
  `kit: ${file}:6 ${COMMIT}`,
  `log: ${file}:17 1.4.2`,
  `native: ${file}:20 1.15.0`,
  "gone: not locked",
];

describe("gem: lock files", () => {
  it.each([
    ["Gemfile", "Gemfile.lock"],
    ["app/gems.rb", "app/gems.locked"],
    ["gemfiles/rails_7.gemfile", "gemfiles/rails_7.gemfile.lock"],
    ["Gemfile.next", "Gemfile.next.lock"],
  ])("lock the gems of %s", (manifest, lock) => {
    expect(locks({ [manifest]: GEMFILE, [lock]: LOCK })).toEqual(LOCKED(lock));
    expect(locks({ [manifest]: GEMFILE, [lock]: LOCK.replaceAll("\n", "\r\n") })).toEqual(LOCKED(lock));
  });

  it("do not lock another Gemfile", () => {
    expect(locks({ "app/Gemfile": 'gem "log"', "Gemfile.lock": LOCK })).toEqual(["log: not locked"]);
    expect(locks({ Gemfile: 'gem "log"', "Gemfile.next.lock": LOCK })).toEqual(["log: not locked"]);
  });

  it("lock the gemspec in their folder, and those of gems that they contain", () => {
    const spec = (name: string): string =>
      `Gem::Specification.new do |s|\n  s.name = "${name}"\n  s.add_dependency "log"\nend\n`;
    expect(locks({ "kit.gemspec": spec("kit"), "Gemfile.lock": LOCK })).toEqual([
      "log: Gemfile.lock:17 1.4.2",
    ]);
    expect(
      locks({
        "engines/core/core.gemspec": spec("core"),
        "engines/web/web.gemspec": spec("web"),
        "Gemfile.lock": LOCK,
      }),
    ).toEqual(["log: Gemfile.lock:17 1.4.2", "log: not locked"]);
  });

  it("report nothing if they are broken, and lock without a version", () => {
    const { declarations, problems } = extractFiles(
      { Gemfile: 'gem "log"', "Gemfile.lock": "<<<<<<< HEAD\n{{\n" },
      [gem],
    );
    expect(problems).toEqual([]);
    expect(declarations).toMatchObject([{ locked: { version: null, file: "Gemfile.lock", line: null } }]);
  });
});
