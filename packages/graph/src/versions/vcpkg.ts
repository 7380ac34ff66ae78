import { compareLooseVersions, parseLooseVersion, type LooseVersion } from "./loose-version.ts";
import type { Versioning } from "./versioning.ts";

const VERSION = /^(?<version>[^#]+)(?:#(?<port>\d+))?$/;
const LEAST = /^>=\s*/;

interface PortVersion {
  version: LooseVersion;
  port: number;
}

/** Versions of vcpkg's ports, `1.2.3#1` with the port's own; `>=` is the least one, and an override is exact. */
export const vcpkg: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    if (!findVersion(constraint.replace(LEAST, ""))) return "floating";
    return LEAST.test(constraint) ? "range" : "pinned";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    return left && right && comparePortVersions(left, right);
  },

  isStable: (version) => findVersion(version)?.version.prerelease.length === 0,

  admits(constraint, version) {
    const [wanted, released] = [findVersion(constraint.replace(LEAST, "")), findVersion(version)];
    if (!wanted || !released) return undefined;
    const order = comparePortVersions(released, wanted);
    return order === 0 || (order > 0 && LEAST.test(constraint));
  },
};

function findVersion(text: string): PortVersion | undefined {
  const { version = "", port = "0" } = VERSION.exec(text)?.groups ?? {};
  const parsed = parseLooseVersion(version);
  return parsed && { version: parsed, port: Number(port) };
}

const comparePortVersions = (a: PortVersion, b: PortVersion): number =>
  compareLooseVersions(a.version, b.version) || Math.sign(a.port - b.port);
