import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startRuntimeApi } from "./runtime-api.ts";

const RUNTIME_CLIENT = fileURLToPath(import.meta.resolve("aws-lambda-ric"));
const NATIVE_CLIENT = new URL("native-client.mjs", import.meta.url).href;

export interface RunningFunction {
  /** The timeout is 30 seconds by default. */
  invoke(event: unknown, timeoutMs?: number): Promise<unknown>;
  /** Output so far. */
  log(): string;
  stop(): void;
}

/** Runs `index.handler` of a built function in Lambda's runtime client, with Lambda's environment only. */
export async function startFunction(
  folder: string,
  environment: Record<string, string> = {},
): Promise<RunningFunction> {
  const api = await startRuntimeApi();
  const child = spawn(process.execPath, ["--import", NATIVE_CLIENT, RUNTIME_CLIENT], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      AWS_LAMBDA_RUNTIME_API: api.address,
      AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: "true",
      AWS_LAMBDA_FUNCTION_NAME: "knockon",
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1024",
      AWS_LAMBDA_LOG_GROUP_NAME: "/aws/lambda/knockon",
      AWS_LAMBDA_LOG_STREAM_NAME: "stream",
      AWS_REGION: "us-east-1",
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: "index.handler",
      ...environment,
    },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  child.on("exit", (code) => api.fail(new Error(`The function ended with ${code}.\n${log}`)));
  return {
    invoke: api.invoke,
    log: () => log,
    stop() {
      child.kill();
      api.close();
    },
  };
}
