/** `npm run check:infra`: checks the types of the infrastructure, then the resources of production and a preview. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { alarmAssertions } from "./alarm-assertions.ts";
import { applicationAssertions } from "./application-assertions.ts";
import { readCloud } from "./cloud.ts";
import { gatewayAssertions } from "./gateway-assertions.ts";
import { permissionAssertions } from "./permission-assertions.ts";
import { installPlatform, run } from "./platform.ts";
import type { Evaluation } from "./resource.ts";
import { routerAssertions } from "./router-assertions.ts";
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
};

installPlatform();
run("npx", ["tsc", "--noEmit", "--project", "infra"]);
const [production, preview] = await Promise.all([evaluate("production"), evaluate("pr-1")]);

for (const evaluation of [production, preview]) {
  const { stage } = evaluation.app;
  const cloud = readCloud(evaluation);
  for (const [name, violations] of Object.entries(CLOUD_ASSERTIONS))
    report(stage, name, await violations(cloud));
}
for (const [name, violations] of Object.entries(stageAssertions)) {
  report("stages", name, violations({ production, preview }));
}

async function evaluate(stage: string): Promise<Evaluation> {
  const child = fork(new URL("evaluate-stage.ts", import.meta.url), [stage]);
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
