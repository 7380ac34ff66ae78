import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "@knockon/db/migrate";

const ROOT = new URL("../..", import.meta.url).pathname;

/** What is done to a stage. */
export interface StageCommands {
  /** Brings its schema up to date, once, over the direct URL, and then its functions. Running ones see the new schema first. */
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
    // By a file: a command's arguments are everybody's on this machine.
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
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}.`);
}
