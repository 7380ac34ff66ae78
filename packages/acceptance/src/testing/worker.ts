/** A process that runs only the local product's workers, without a graceful shutdown. */
import { flushCompileCache } from "node:module";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { composeLocal } from "@knockon/functions/compose/local";
import { faultLogger } from "@knockon/functions/compose/logger";
import { startSweeper, startWorkers } from "@knockon/functions/local/workers";
import type { WorkerOptions } from "./worker-process.ts";

const THREADS = 2;

const { databaseUrl, ...options } = JSON.parse(process.argv[2] ?? "") as WorkerOptions;
const { database } = connectNodePostgres(databaseUrl);
const { shared, queue } = composeLocal({ ...options, database, threads: THREADS, log: faultLogger() });
startWorkers(shared, queue, THREADS * 2);
startSweeper(shared);
process.send?.("started");
// By default Node writes the cache at exit, which SIGKILL prevents.
flushCompileCache();
