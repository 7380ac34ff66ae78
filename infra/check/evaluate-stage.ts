/** Evaluates a stage's program and sends its resources to the parent. One process per stage, since Pulumi's state is global. */
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { BUNDLES } from "./bundles.ts";
import { startDeploymentServer } from "./deployment-server.ts";
import type { Program } from "./program.ts";
import { PLATFORM, ROOT } from "./platform.ts";
import { pulumiMocks } from "./pulumi-mocks.ts";
import type { Evaluation, Resource } from "./resource.ts";

/**
 * Outputs resolve asynchronously. The program is done when every bundle has its function and no resource was requested
 * for `QUIET_TURNS`. Packing one bundle takes less than `PACKING_TURNS`, even on a busy machine.
 */
const QUIET_TURNS = 50;
const PACKING_TURNS = 900;
const TURN_MS = 100;
const FUNCTION = "aws:lambda/function:Function";

const { runtime } = createRequire(`${PLATFORM}/package.json`)("@pulumi/pulumi") as typeof $util;

// Pulumi records a stack for each of its promises, which took a third of the time. Messages of errors are enough here.
Error.stackTraceLimit = 0;

async function evaluate(file: string, stage: string, domain: string | null): Promise<Evaluation> {
  const bundles: Record<string, string> = {};
  process.env["SST_SERVER"] = await startDeploymentServer((name, bundle) => {
    bundles[name] = bundle;
  });
  if (domain !== null) process.env["DOMAIN"] = domain;
  else delete process.env["DOMAIN"];
  process.env["ALARM_EMAILS"] = "operators@knockon.test";
  delete process.env["LAMBDA_CONCURRENCY"];
  delete process.env["MONTHLY_BUDGET"];
  delete process.env["WORKER_STORAGE_MIB"];
  process.env["SST_SECRET_DatabaseUrl"] = "postgres://database.test";
  process.env["SST_SECRET_EncryptionKeys"] = `1:${"A".repeat(43)}=`;
  process.env["SST_SECRET_SessionSecret"] = "a".repeat(32);
  process.env["SST_SECRET_MailSender"] = "no-reply@knockon.test";
  const paths = { home: `${ROOT}/.sst`, root: ROOT, work: `${ROOT}/.sst/check-${stage}`, platform: PLATFORM };
  const app = { stage, providers: { aws: {} } };
  Object.assign(globalThis, {
    $app: app,
    $cli: { command: "diff", paths, state: { version: {} } },
    $dev: false,
  });

  const program = (await import(file)) as Program;
  const { default: config } = await program.loadConfig();
  const settings = Object.assign(app, await config.app({ stage }));

  const resources: Resource[] = [];
  const mocks = pulumiMocks((resource) => void resources.push(resource));
  await runtime.setMocks(mocks, "knockon", stage);
  await runtime.runInPulumiStack(() => program.run(config.run));
  await settled(resources);
  return { domain, app: settings, resources, bundles };
}

async function settled(resources: readonly Resource[]): Promise<void> {
  let known = 0;
  for (let quiet = 0; quiet < PACKING_TURNS; quiet += 1) {
    await sleep(TURN_MS);
    if (resources.length > known) quiet = 0;
    known = resources.length;
    const packed = resources.filter(({ type }) => type === FUNCTION).length;
    if (quiet >= QUIET_TURNS && packed >= BUNDLES.length) return;
  }
}

const [, , file = "", stage = "", domain = null] = process.argv;
process.send?.(await evaluate(file, stage, domain), () => process.exit());
