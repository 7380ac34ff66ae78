import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "@knockon/db/migrate";

const ROOT = join(import.meta.dirname, "../..");

/** Commands on a stage. */
export interface StageCommands {
  /** Migrates the database over the direct URL, then deploys the functions. Running functions see the new schema first. */
  deploy(stage: string, directUrl: string): Promise<void>;
  remove(stage: string): void;
  setSecrets(stage: string, secrets: Record<string, string>): void;
}

export const stageCommands: StageCommands = {
  async deploy(stage, directUrl) {
    run("npm", ["run", "build:functions"]);
    run("npm", ["run", "build:web"]);
    await migrateDatabase(directUrl);
    run("npx", ["sst", "deploy", "--stage", stage]);
  },
  remove: (stage) => run("npx", ["sst", "remove", "--stage", stage]),
  setSecrets(stage, secrets) {
    // Through a file, since other users of the machine can read command arguments.
    const folder = mkdtempSync(join(tmpdir(), "knockon-secrets-"));
    const file = join(folder, "secrets");
    try {
      const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(file, lines.join(""), { mode: 0o600 });
      run("npx", ["sst", "secret", "load", file, "--stage", stage]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} exited with ${status}.`);
}
