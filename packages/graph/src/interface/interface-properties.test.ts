import { interfaceOf, type ArtifactInterface } from "@knockon/extract/interface";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyChange, applyChanges, useAll, withoutPlaces } from "../testing/random-interface.ts";
import { InterfaceNames } from "./accepts.ts";
import { diffInterfaces, findMoves } from "./diff-interfaces.ts";
import { findBreaks, type Break, type InterfaceUse } from "./find-breaks.ts";
import { findLatentBreaks } from "./latent-breaks.ts";

const CASES = Number(process.env["KNOCKON_INTERFACE_CASES"] ?? 5000);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
const AN_HOUR = 60 * 60 * 1000;

type Case = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

const everyChange = (check: (one: Case) => void): void =>
  fc.assert(fc.property(anyChange, check), { numRuns: Math.ceil(CASES / 5), seed: SEED });

type Place = NonNullable<Break<InterfaceUse>["before"]>;

const places = ({ file, members }: ArtifactInterface): string[] => [
  `${file}:1`,
  ...members.map((one) => `${one.file}:${one.line}`),
];

describe("any two versions of interfaces", { timeout: AN_HOUR }, () => {
  it("differ from themselves in nothing, which breaks no use", () => {
    everyChange(({ before, uses }) => {
      const changes = diffInterfaces(before, structuredClone(before));
      expect(changes).toEqual([]);
      expect(findBreaks(changes, uses)).toEqual({ breaks: [], undecided: [] });
    });
  });

  it("have a difference that turns one into the other", () => {
    everyChange(({ before, after }) => {
      expect(withoutPlaces(applyChanges(before, diffInterfaces(before, after)))).toEqual(
        withoutPlaces(after),
      );
    });
  });

  it("do not break a use that passes only names of the new version, and all that it requires", () => {
    everyChange(({ before, after }) => {
      const { breaks } = findBreaks(diffInterfaces(before, after), after.map(useAll));
      expect(breaks).toEqual([]);
    });
  });

  it("do not break a use if members are added that are not required", () => {
    everyChange(({ before, uses, added }) => {
      const optional = added.map(({ required: _required, ...one }) => one);
      const after = before.map(({ scope, members, open, strict, file, line }) => {
        const [artifactType = "", name = ""] = scope.split(":");
        const artifact = {
          artifactType: artifactType as ArtifactType,
          name,
          sourceFile: file,
          sourceLine: line,
        };
        return interfaceOf(artifact, [...members, ...optional], open, strict);
      });
      expect(findBreaks(diffInterfaces(before, after), uses).breaks).toEqual([]);
    });
  });

  it("break uses only of names at lines of the old version that the new one does not accept", () => {
    everyChange(({ before, after, uses }) => {
      const changes = diffInterfaces(before, after);
      const moves = findMoves(changes);
      const { breaks, undecided } = findBreaks(changes, uses);
      const old = new Map(before.map((one) => [one.scope, one]));
      const current = new Map(after.map((one) => [one.scope, one]));
      const has = (one: ArtifactInterface | undefined, place: Place | null): boolean =>
        one !== undefined && place !== null && places(one).includes(`${place.file}:${place.line}`);
      const isRight = (one: Break<InterfaceUse>): boolean => {
        const to = current.get(one.use.scope) ?? moves.get(one.use.scope)?.after ?? undefined;
        if (one.after && !has(to, one.after)) return false;
        const still = to && one.kind && new InterfaceNames(to).find(one.kind, one.name);
        if (one.change === "required") return one.before === null && still?.required === true;
        return has(old.get(one.use.scope), one.before) && !(one.kind ? still : current.has(one.use.scope));
      };
      expect(breaks.filter((one) => !isRight(one))).toEqual([]);
      expect(undecided.filter(({ use }) => !old.has(use.scope))).toEqual([]);
      const latent = findLatentBreaks(after, uses).filter(({ use, kind, name }) => {
        const to = current.get(use.scope);
        return !to || new InterfaceNames(to).find(kind, name);
      });
      expect(latent).toEqual([]);
    });
  });
});
