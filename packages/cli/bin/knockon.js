#!/usr/bin/env node
// Plain JavaScript, since a Node that cannot run the command must still be able to say so.
import { homedir } from "node:os";
import { join } from "node:path";

const NEEDED = 24;

/**
 * Half of what starting costs is to compile what never changes: Node keeps it for the next run, threads included. In a
 * folder of the user's own, since what lies there is run.
 */
async function keepCompiled() {
  const { enableCompileCache } = await import("node:module");
  const caches = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  process.env["NODE_COMPILE_CACHE"] ||= join(caches, "knockon");
  enableCompileCache();
}

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(`knockon: Node ${NEEDED} or newer is needed; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  await keepCompiled();
  await import("../src/knockon.ts");
}
