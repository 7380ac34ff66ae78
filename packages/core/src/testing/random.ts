import type { Files } from "./scripted-org.ts";

/** Returns numbers in [0, 1), the same for the same seed on every machine. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a repository that produces a package, a module and an action, and uses some of those at `paths`, including its own and
 * unknown ones, in manifests and commands. Some repositories are copies that claim another one's package.
 */
export function randomFiles(random: Random, index: number, paths: readonly string[]): Files {
  const other = () => Math.floor(random() * paths.length * 1.2);
  const path = () => paths[other()] ?? "acme/unknown";
  const pick = (...texts: string[]) => texts[Math.floor(random() * texts.length)] ?? "";
  const some = <T>(limit: number, make: () => T) =>
    Array.from({ length: Math.floor(random() * limit) }, make);
  const dependencies = Object.fromEntries(
    some(4, () => [`@acme/p${other()}`, pick("^1.0.0", "1.0.0", "1.1.0", "latest", "~1.0.0", "*")]),
  );
  const steps = some(
    4,
    () => `{uses: ${path()}/setup@${pick("v1", "v1.0.0", "v1.1.0", "main", "4f2a9c1d".repeat(5))}}`,
  );
  const installs = some(3, () => `npm install -g @acme/p${other()}${pick("", "@1.0.0", "@latest")}\n`);
  const requires = some(3, () => `require github.com/${path()}/sub ${pick("v1.0.0", "v1.1.0")}\n`);
  const isCopy = random() < 0.3;
  const name = `@acme/p${isCopy ? Math.floor(random() * 3) : index}`;
  if (isCopy) dependencies[name] = "1.0.0";
  return {
    "package.json": JSON.stringify({ name, version: "1.1.0", dependencies }),
    "setup/action.yml": "runs: {using: composite, steps: []}",
    ".github/workflows/ci.yml": `jobs:\n  a:\n    steps:\n${steps.map((step) => `      - ${step}\n`).join("")}`,
    "setup.sh": installs.join(""),
    "sub/go.mod": `module github.com/${paths[index] ?? "acme/unknown"}/sub\n${requires.join("")}`,
  };
}
