import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { declarationState, versioningOf } from "./scheme.ts";

const PRERELEASES = ["", "-rc.1", "-rc.2", "-alpha", "-rc.1.1"];
const PYTHON_ENDS = ["", "rc1", "rc2", "a1", ".dev3", ".post1"];
/** `ends`: suffixes of a three-part version. `equals`: the operator of a pin. */
const SCHEMES = [
  { scheme: "ansible", ends: PRERELEASES, equals: "" },
  { scheme: "bazel", ends: PRERELEASES, equals: "" },
  { scheme: "cargo", ends: PRERELEASES, equals: "=" },
  { scheme: "circleci", ends: PRERELEASES, equals: "" },
  { scheme: "composer", ends: PRERELEASES, equals: "" },
  { scheme: "conan", ends: PRERELEASES, equals: "" },
  { scheme: "cran", ends: ["", "-1", "-2", ".1", ".9000"], equals: "== " },
  { scheme: "docker", ends: PRERELEASES, equals: "" },
  { scheme: "git", ends: PRERELEASES, equals: "" },
  { scheme: "go", ends: PRERELEASES, equals: "" },
  { scheme: "helm", ends: PRERELEASES, equals: "" },
  { scheme: "maven", ends: PRERELEASES, equals: "" },
  { scheme: "npm", ends: PRERELEASES, equals: "" },
  { scheme: "nuget", ends: PRERELEASES, equals: "" },
  { scheme: "pep440", ends: PYTHON_ENDS, equals: "==" },
  { scheme: "swift", ends: PRERELEASES, equals: "" },
  { scheme: "pub", ends: PRERELEASES, equals: "" },
  { scheme: "puppet", ends: PRERELEASES, equals: "" },
  { scheme: "terraform", ends: PRERELEASES, equals: "" },
  { scheme: "vcpkg", ends: PRERELEASES, equals: "" },
] as const;
const number = fc.nat({ max: 3 });

/** Pieces of versions and constraints, repeated and with a wrong end. */
const repeated = fc
  .tuple(
    fc.constantFrom("", "1.0.0", "^", "~", ">=", "==", "[", "(", "v", "semver:", "a@"),
    fc.constantFrom(
      "1",
      "9",
      "1.",
      "-1",
      "a-",
      ">=1,",
      "^1 ",
      "||",
      "[1,2),",
      "1 - ",
      "*",
      " ",
      "1!",
      "(",
      "/1",
    ),
    fc.integer({ min: 1, max: 400 }),
    fc.constantFrom("", "!", "\n", "]", "."),
  )
  .map(([start, unit, count, end]) => `${start}${unit.repeat(count)}${end}`);

describe.each(SCHEMES)("$scheme [D-8.11,13]", ({ scheme, ends, equals }) => {
  const { state, compare, admits, isStable } = versioningOf(scheme);
  const version = fc
    .tuple(number, number, number, fc.constantFrom(...ends))
    .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`);

  it("defines a total order", () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        const [ab, ba, bc, ac] = [compare(a, b), compare(b, a), compare(b, c), compare(a, c)];
        expect(ab).toBeDefined();
        expect(ab).toBe(ba === 0 ? 0 : -Number(ba));
        fc.pre(Number(ab) <= 0 && Number(bc) <= 0);
        expect(ac).toBeLessThanOrEqual(0);
      }),
    );
  });

  it("admits exactly the versions equal to a pin", () => {
    fc.assert(
      fc.property(version, version, (pin, other) => {
        expect(admits(equals + pin, other)).toBe(compare(pin, other) === 0);
      }),
    );
  });

  it("never throws for any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(version, fc.string(), repeated),
        fc.oneof(version, fc.string(), repeated),
        (a, b) => {
          expect(() => [state(a), compare(a, b), admits(a, b), isStable(a)]).not.toThrow();
        },
      ),
    );
  });

  it("answers for long texts at once", () => {
    const texts = ["0.", "1", "a-", "-1", ">=1,", " "].map((unit) => `${unit.repeat(100_000)}\n`);
    const { user: before } = process.cpuUsage();
    for (const text of texts)
      expect([admits(text, "1.2.3"), admits("1.2.3", text), compare(text, text), isStable(text)]).toEqual([
        undefined,
        undefined,
        undefined,
        false,
      ]);
    expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
  });

  it("classifies long texts at once", () => {
    const { user: before } = process.cpuUsage();
    for (const unit of ["0.", "1", "a-", ">=1,"]) expect(state(`${unit.repeat(100_000)}\n`)).toBe("floating");
    expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
  });
});

describe("declarationState", () => {
  it("is unresolved if a name in the reference is unbound, regardless of the text", () => {
    const declaration = { versioning: "docker", versionConstraint: "1.2.3", unbound: "TAG" } as const;
    expect(declarationState(declaration)).toBe("unresolved");
  });

  it("is otherwise the state the scheme returns", () => {
    expect(declarationState({ versioning: "npm", versionConstraint: "1.2", unbound: null })).toBe("range");
    expect(declarationState({ versioning: "terraform", versionConstraint: "1.2", unbound: null })).toBe(
      "pinned",
    );
  });
});
