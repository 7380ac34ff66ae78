/** `npm run check:infra`: checks the types of the infrastructure, then the resources of production and a preview. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { accessAssertions } from "./access-assertions.ts";
import { alarmAssertions } from "./alarm-assertions.ts";
import { applicationAssertions } from "./application-assertions.ts";
import { buildBundles } from "./bundles.ts";
import { readCloud } from "./cloud.ts";
import { FAULTS } from "./faults.ts";
import { gatewayAssertions } from "./gateway-assertions.ts";
import { permissionAssertions } from "./permission-assertions.ts";
import { installPlatform, run } from "./platform.ts";
import { bundleProgram } from "./program.ts";
import type { Evaluation } from "./resource.ts";
import { routerAssertions } from "./router-assertions.ts";
import { settingAssertions } from "./setting-assertions.ts";
import { stageAssertions } from "./stage-assertions.ts";
import { bucketAssertions, queueAssertions, tableAssertions } from "./storage-assertions.ts";

const CLOUD_ASSERTIONS = {
  ...gatewayAssertions,
  ...routerAssertions,
  ...applicationAssertions,
  ...queueAssertions,
  ...tableAssertions,
  ...bucketAssertions,
  ...alarmAssertions,
  ...permissionAssertions,
  ...accessAssertions,
  ...settingAssertions,
};

await installPlatform();
const typesChecked = run("npx", ["tsc", "--noEmit", "--project", "infra"]);
await buildBundles();
const program = await bundleProgram();
const [withDomain, production, preview] = await Promise.all([
  evaluate("production", "knockon.test"),
  evaluate("production"),
  evaluate("pr-1"),
  typesChecked,
]);

for (const evaluation of [withDomain, production, preview]) {
  const { app, domain } = evaluation;
  for (const [name, violations] of await findViolations(evaluation))
    report(domain === null ? app.stage : `${app.stage} at ${domain}`, name, violations);
}
for (const [name, violations] of Object.entries(stageAssertions)) {
  report("stages", name, violations({ production, preview }));
}

for (const [name, { plant, found, stage }] of Object.entries(FAULTS)) {
  const faulty = structuredClone(stage === "preview" ? preview : withDomain);
  plant(faulty);
  const violations = (await findViolations(faulty)).flatMap(([, texts]) => texts);
  const isFound = violations.some((violation) => violation.includes(found));
  report("planted fault", name, isFound ? [] : [`no violation has ${JSON.stringify(found)}`, ...violations]);
}

async function findViolations(evaluation: Evaluation): Promise<[string, string[]][]> {
  const cloud = readCloud(evaluation);
  const found = Object.entries(CLOUD_ASSERTIONS).map(
    async ([name, assertion]): Promise<[string, string[]]> => [name, await assertion(cloud)],
  );
  return Promise.all(found);
}

async function evaluate(stage: string, domain?: string): Promise<Evaluation> {
  const child = fork(new URL("evaluate-stage.ts", import.meta.url), [
    program,
    stage,
    ...(domain === undefined ? [] : [domain]),
  ]);
  const failed = once(child, "exit").then(() => {
    throw new Error(`Evaluating the infrastructure of ${stage} failed.`);
  });
  const [evaluation] = (await Promise.race([once(child, "message"), failed])) as [Evaluation];
  return evaluation;
}

function report(stage: string, name: string, violations: readonly string[]): void {
  process.stdout.write(`${violations.length === 0 ? "ok  " : "FAIL"} ${stage}: ${name}\n`);
  for (const violation of violations) process.stdout.write(`       ${violation}\n`);
  if (violations.length > 0) process.exitCode = 1;
}
