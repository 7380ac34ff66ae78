import type { Random } from "../random.ts";
import type { Files } from "../scripted-org.ts";

const EMPTY = 0.08;

/** A few lines that produce something and use what others produce; null for an empty repository. */
export function randomFiles(random: Random, fullPath: string, others: readonly string[]): Files | null {
  if (random() < EMPTY) return null;
  const other = (): string => others[Math.floor(random() * others.length)] ?? fullPath;
  const version = (): number => 1 + Math.floor(random() * 3);
  const files: Files = {};
  if (random() < 0.7) {
    const uses = Array.from(
      { length: 1 + Math.floor(random() * 2) },
      () => `{uses: ${other()}@v${version()}}`,
    );
    files[".github/workflows/ci.yml"] =
      `jobs:\n  a:\n    steps:\n${uses.map((use) => `      - ${use}\n`).join("")}`;
  }
  if (random() < 0.5) files["action.yml"] = "runs: {using: composite, steps: []}";
  if (random() < 0.4) {
    const dependencies = { [`@${other()}`]: `^${version()}.0.0` };
    files["package.json"] = JSON.stringify({
      name: `@${fullPath}`,
      version: `${version()}.0.0`,
      dependencies,
    });
  }
  // No two commits are the same.
  files["README"] = String(random());
  return files;
}
