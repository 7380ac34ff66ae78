import type { Random } from "./random.ts";
import type { Files } from "./scripted-org.ts";

/**
 * A repository that produces a package, a module and an action, and uses some of those at `paths`, itself and
 * strangers too; now and then it is a copy that claims the package of one of the first.
 */
export function randomFiles(random: Random, index: number, paths: readonly string[]): Files {
  const other = () => Math.floor(random() * paths.length * 1.2);
  const path = () => paths[other()] ?? "acme/stranger";
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
  const requires = some(3, () => `require github.com/${path()}/sub ${pick("v1.0.0", "v1.1.0")}\n`);
  const isCopy = random() < 0.3;
  const name = `@acme/p${isCopy ? Math.floor(random() * 3) : index}`;
  if (isCopy) dependencies[name] = "1.0.0";
  return {
    "package.json": JSON.stringify({ name, version: "1.1.0", dependencies }),
    "setup/action.yml": "runs: {using: composite, steps: []}",
    ".github/workflows/ci.yml": `jobs:\n  a:\n    steps:\n${steps.map((step) => `      - ${step}\n`).join("")}`,
    "sub/go.mod": `module github.com/${paths[index] ?? "acme/stranger"}/sub\n${requires.join("")}`,
  };
}
