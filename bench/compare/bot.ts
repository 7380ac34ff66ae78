import { access, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type Cost, runMeasured, runNode } from "../measure/run-measured.ts";
import { MANAGERS, MANAGER_SETTINGS, type Manager } from "./managers.ts";

/** A dependency in the bot's log. Only the fields used here. */
export interface BotDependency {
  depName?: string;
  packageName?: string;
  depType?: string;
  datasource?: string;
  currentValue?: string;
  currentDigest?: string;
  currentDigestShort?: string;
  replaceString?: string;
  skipReason?: string;
  registryUrls?: string[];
  /** Variable that contains the version. */
  sharedVariableName?: string;
  managerData?: { lineNumber?: number };
}

export type PackageFiles = Partial<Record<Manager, { packageFile: string; deps: BotDependency[] }[]>>;

interface BotExtraction {
  cost: Cost;
  packageFiles: PackageFiles;
}

/** Extracts from a local folder only: no repository configuration, network or onboarding. */
const SETTINGS = {
  RENOVATE_PLATFORM: "local",
  RENOVATE_DRY_RUN: "extract",
  RENOVATE_REQUIRE_CONFIG: "ignored",
  RENOVATE_ONBOARDING: "false",
  RENOVATE_ENABLED_MANAGERS: JSON.stringify(MANAGERS),
  RENOVATE_CONFIG: JSON.stringify(MANAGER_SETTINGS),
  LOG_LEVEL: "info",
  LOG_FORMAT: "json",
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
};

/** Runs the bot on a checkout. It stores its files in `home`. */
export async function runBot(program: string, checkout: string, home: string): Promise<BotExtraction> {
  await mkdir(home, { recursive: true });
  const cost = await runNode([program], {
    cwd: checkout,
    env: {
      ...SETTINGS,
      HOME: home,
      RENOVATE_BASE_DIR: home,
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    },
  });
  return { cost, packageFiles: findPackageFiles(cost.stdout) };
}

/** Finds the log line with all extracted dependencies. */
function findPackageFiles(log: string): PackageFiles {
  for (const line of log.split("\n")) {
    if (!line.includes('"Extracted dependencies"')) continue;
    return (JSON.parse(line) as { packageFiles?: PackageFiles }).packageFiles ?? {};
  }
  throw new Error(`The log contains no extracted dependencies.\n${log.slice(-2000)}`);
}

/** Raise it by hand: results of different versions are not comparable. */
export const BOT_VERSION = "44.121.2";

/**
 * Installs the bot on first use and returns the path of its program. It is AGPL, so it stays outside the project, runs
 * as a separate process, and its source is not read.
 */
export async function installBot(): Promise<string> {
  const folder = join(homedir(), ".cache", "knockon-bench", `renovate-${BOT_VERSION}`);
  const program = join(folder, "node_modules", "renovate", "dist", "renovate.js");
  const isInstalled = await access(program).then(
    () => true,
    () => false,
  );
  if (!isInstalled) await install(folder);
  return program;
}

/** Installs with the running version of Node, which the bot requires. */
async function install(folder: string): Promise<void> {
  process.stderr.write(`Installing renovate ${BOT_VERSION} into ${folder}\n`);
  await mkdir(folder, { recursive: true });
  const flags = ["--prefix", folder, "--ignore-scripts", "--no-save", "--no-audit", "--no-fund"];
  await runMeasured(["npm", "install", ...flags, `renovate@${BOT_VERSION}`], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` },
  });
}
