import { interfaceOf, member, type ArtifactInterface } from "@knockon/extract/interface";
import { describe, expect, it } from "vitest";
import { diffInterfaces } from "./diff-interfaces.ts";
import { findBreaks } from "./find-breaks.ts";
import { findLatentBreaks } from "./latent-breaks.ts";
import { changedPeers, currentPeers, withPeers, type DeclaredPackage } from "./peers.ts";

const SCOPE = "npm_package:@acme/ui";

/** The interface of a package with peers. Each is on the line after the one before it, from line 3. */
const ui = (peers: Record<string, string>): ArtifactInterface =>
  interfaceOf(
    { artifactType: "npm_package", name: "@acme/ui", sourceFile: "package.json", sourceLine: 2 },
    Object.entries(peers).map(([name, range], at) =>
      member({ file: "package.json", line: at + 3 }, "peer", name, { type: range }),
    ),
  );

const declared = (versionConstraint: string, others: Partial<DeclaredPackage> = {}): DeclaredPackage => ({
  consumerId: "shop",
  name: "react",
  file: "package.json",
  line: 7,
  versionConstraint,
  evidenceRule: "npm.dependencies",
  lockFile: "package-lock.json",
  ...others,
});

const use = {
  scope: SCOPE,
  file: "package.json",
  line: 8,
  consumer: { id: "shop" },
  evidenceRule: "npm.dependencies",
};

function outcome(
  before: Record<string, string>,
  after: Record<string, string>,
  packages: readonly DeclaredPackage[],
  ofUse: Partial<typeof use & { openArguments: { peer: string } }> = {},
): string[] {
  const changes = diffInterfaces([ui(before)], [ui(after)]);
  const uses = withPeers([{ ...use, ...ofUse }], changedPeers(changes), packages);
  const { breaks, undecided } = findBreaks(changes, uses);
  return [
    ...breaks.map((one) => `${one.name} ${one.before?.line}-${one.after?.line} ${one.at.line} ${one.effect}`),
    ...undecided.map(({ name, reason }) => `undecided ${name}: ${reason}`),
  ];
}

const NARROWED = [{ react: "^17 || ^18" }, { react: "^18" }] as const;

describe("peers of npm packages", () => {
  it.each([
    ["^17.0.2", ["react ^17.0.2 3-3 7 fails"]],
    ["17.0.2", ["react 17.0.2 3-3 7 fails"]],
    ["^18.2.0", []],
    // npm installs a version that both accept.
    [">=17", []],
    // It did not fit before either.
    ["^16", []],
    ["latest", ["undecided react: The supported versions change from ^17 || ^18 to ^18"]],
  ])("fail if no version fits anymore: %s", (constraint, expected) => {
    expect(outcome(...NARROWED, [declared(constraint)])).toEqual(expected);
  });

  it("fail if a new peer does not fit, and never if one is removed or widened", () => {
    expect(outcome({}, { react: "^18" }, [declared("^17")])).toEqual(["react ^17 2-3 7 fails"]);
    expect(outcome({}, { react: "^18" }, [declared("^18.1")])).toEqual([]);
    expect(outcome({ react: "^18" }, {}, [declared("^18")])).toEqual([]);
    expect(outcome({ react: "^18" }, { react: ">=17" }, [declared("^18")])).toEqual([]);
  });

  it.each(["pnpm-lock.yaml", "yarn.lock", "web/bun.lock", "bun.lockb"])("warn with %s", (lockFile) => {
    expect(outcome(...NARROWED, [declared("^17", { lockFile })])).toEqual(["react ^17 3-3 7 warns"]);
  });

  it("count only in the same manifest, where npm installs both packages", () => {
    const [before, after] = NARROWED;
    const found = (others: Partial<DeclaredPackage>) => outcome(before, after, [declared("^17", others)]);
    expect(found({ evidenceRule: "npm.peer_dependencies" })).toHaveLength(1);
    expect(found({ evidenceRule: "npm.overrides" })).toEqual([]);
    expect(found({ file: "web/package.json" })).toEqual([]);
    expect(found({ consumerId: "other" })).toEqual([]);
    expect(found({ name: "react-dom" })).toEqual([]);
    const ofUse = (traits: Parameters<typeof outcome>[3]) =>
      outcome(before, after, [declared("^17")], traits);
    expect(ofUse({ evidenceRule: "npm.resolutions" })).toEqual([]);
    expect(ofUse({ openArguments: { peer: "legacy-peer-deps" } })).toEqual([]);
    expect(ofUse({ scope: "npm_package:@acme/core" })).toEqual([]);
  });

  it("break a package once that is a peer and a development dependency", () => {
    const changes = diffInterfaces([ui({ react: ">=17" })], [ui({ react: "^18" })]);
    const peer = { ...use, line: 12, evidenceRule: "npm.peer_dependencies" };
    const linesOf = (...uses: (typeof use)[]) =>
      findBreaks(changes, withPeers(uses, changedPeers(changes), [declared("^17")])).breaks.map(
        (one) => one.use.line,
      );
    expect(linesOf(peer, use)).toEqual([8]);
    expect(linesOf(peer)).toEqual([12]);
  });

  it("are latent breaks if the current version does not fit", () => {
    const current = [ui({ react: "^18", vue: "^3" })];
    const packages = [declared("^17"), declared("^3", { name: "vue" })];
    const uses = withPeers([use], currentPeers(current), packages);
    expect(findLatentBreaks(current, uses).map(({ name, effect }) => `${name} ${effect}`)).toEqual([
      "react ^17 fails",
    ]);
  });
});
