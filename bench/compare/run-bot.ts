import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { runNode, type Cost } from "../measure/run-measured.ts";
import { MANAGER_SETTINGS, MANAGERS, type Manager } from "./managers.ts";

/** What the bot logs of one dependency, as far as it matters here. */
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
  /** The variable that holds the version. */
  sharedVariableName?: string;
  managerData?: { lineNumber?: number };
}

export type PackageFiles = Partial<Record<Manager, { packageFile: string; deps: BotDependency[] }[]>>;

interface BotExtraction {
  cost: Cost;
  packageFiles: PackageFiles;
}

/** Only the extraction, of a folder as it lies there: no configuration of the repository, no network, no onboarding. */
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

/** Runs the bot over a checkout; `home` holds whatever it wants to keep. */
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

/** One line of the log holds everything it extracted. */
function findPackageFiles(log: string): PackageFiles {
  for (const line of log.split("\n")) {
    if (!line.includes('"Extracted dependencies"')) continue;
    return (JSON.parse(line) as { packageFiles?: PackageFiles }).packageFiles ?? {};
  }
  throw new Error(`The bot logged no extraction.\n${log.slice(-2000)}`);
}
