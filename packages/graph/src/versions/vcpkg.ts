import { compareLooseVersions, parseLooseVersion, type LooseVersion } from "./loose-version.ts";
import type { Versioning } from "./versioning.ts";

const VERSION = /^(?<version>[^#]+)(?:#(?<port>\d+))?$/;
const MINIMUM = /^>=\s*/;

interface PortVersion {
  version: LooseVersion;
  port: number;
}

/**
 * vcpkg ports: `1.2.3#1` is version 1.2.3 with port version 1. `>=` is a minimum; an override is exact. Of two versions with
 * the same leading numbers, the one with fewer numbers is older: 1.0 < 1.0.0.
 *
 * https://learn.microsoft.com/en-us/vcpkg/users/versioning
 */
export const vcpkg: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    if (!parseVersion(constraint.replace(MINIMUM, ""))) return "floating";
    return MINIMUM.test(constraint) ? "range" : "pinned";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left && right && comparePortVersions(left, right);
  },

  isStable: (version) => parseVersion(version)?.version.prerelease.length === 0,

  admits(constraint, version) {
    const [wanted, released] = [parseVersion(constraint.replace(MINIMUM, "")), parseVersion(version)];
    if (!wanted || !released) return undefined;
    const order = comparePortVersions(released, wanted);
    return order === 0 || (order > 0 && MINIMUM.test(constraint));
  },
};

function parseVersion(text: string): PortVersion | undefined {
  const { version = "", port = "0" } = VERSION.exec(text)?.groups ?? {};
  const parsed = parseLooseVersion(version);
  return parsed && { version: parsed, port: Number(port) };
}

const comparePortVersions = (a: PortVersion, b: PortVersion): number =>
  compareLooseVersions(a.version, b.version, { ignoresTrailingZeros: false }) || Math.sign(a.port - b.port);
