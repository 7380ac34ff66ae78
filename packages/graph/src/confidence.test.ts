import { EVIDENCE_CLASSES } from "@knockon/contract/vocabulary/evidence";
import { ROLES } from "@knockon/contract/vocabulary/role";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILD_EVIDENCE, confidenceOf, fromThousandths, toFloor, type Match } from "./confidence.ts";

const MATCHES: Match[] = ["identity", "announced", "pushed", "convention", "namespace"];
const evidence = fc.constantFrom(...EVIDENCE_CLASSES);
const match = fc.constantFrom(...MATCHES);

describe("confidenceOf", () => {
  it.each([
    ["manifest", "identity", 1000],
    ["manifest", "announced", 980],
    ["manifest", "pushed", 950],
    ["manifest", "convention", 800],
    ["manifest", "namespace", 600],
    ["build_file", "namespace", 600],
    ["unclassified", "namespace", 600],
    ["prose", "namespace", 300],
    ["build_file", "identity", 850],
    ["build_file", "announced", 850],
    ["build_file", "convention", 800],
    ["unclassified", "identity", 700],
    ["unclassified", "announced", 600],
    ["prose", "identity", 300],
  ] as const)("maps %s evidence matched by %s to %i", (evidenceClass, matched, expected) => {
    expect(confidenceOf(evidenceClass, matched, false)).toBe(expected);
  });

  it("is 300 for test data and copies with any evidence", () => {
    fc.assert(
      fc.property(
        evidence,
        match,
        fc.boolean(),
        fc.constantFrom(...ROLES),
        (evidenceClass, matched, isAmbiguous, role) => {
          const confidence = confidenceOf(evidenceClass, matched, isAmbiguous, role);
          const isCopy = role === "fixture" || role === "vendored";
          expect(confidence).toBe(isCopy ? 300 : confidenceOf(evidenceClass, matched, isAmbiguous));
        },
      ),
    );
  });

  it("is 300, or from 600 to 1000 [IF-2.24,25,26,27,28 D-7.18]", () => {
    fc.assert(
      fc.property(evidence, match, fc.boolean(), (evidenceClass, matched, isAmbiguous) => {
        const confidence = confidenceOf(evidenceClass, matched, isAmbiguous);
        expect(confidence === 300 || (confidence >= 600 && confidence <= 1000)).toBe(true);
        expect(Number.isInteger(confidence)).toBe(true);
      }),
    );
  });

  it("reaches 0.8 only on deterministic or build-file evidence [D-7.20]", () => {
    fc.assert(
      fc.property(evidence, match, fc.boolean(), (evidenceClass, matched, isAmbiguous) => {
        if (confidenceOf(evidenceClass, matched, isAmbiguous) < BUILD_EVIDENCE) return;
        expect(["manifest", "build_file"]).toContain(evidenceClass);
      }),
    );
  });

  it("is the floor of its band when producers are ambiguous [D-7.19]", () => {
    expect(confidenceOf("manifest", "identity", true)).toBe(900);
    expect(confidenceOf("manifest", "pushed", true)).toBe(900);
    expect(confidenceOf("manifest", "convention", true)).toBe(650);
    expect(confidenceOf("build_file", "announced", true)).toBe(850);
    expect(confidenceOf("unclassified", "identity", true)).toBe(600);
    expect(confidenceOf("prose", "identity", true)).toBe(300);
  });
});

describe("toFloor", () => {
  it("inverts fromThousandths exactly", () => {
    for (let thousandths = 0; thousandths <= 1000; thousandths++)
      expect(toFloor(fromThousandths(thousandths))).toBe(thousandths);
  });

  it("rounds values between two thousandths up", () => {
    expect(toFloor(0.8001)).toBe(801);
  });
});
