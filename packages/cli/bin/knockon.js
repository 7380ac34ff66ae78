#!/usr/bin/env node
// Plain JavaScript, so that old versions of Node.js can print the version error. They have no named import `enableCompileCache`.
import nodeModule from "node:module";

/** Sources need type stripping. The build of the npm package replaces this by the version that it supports. */
const MIN_NODE = typeof BUNDLE_MIN_NODE === "number" ? BUNDLE_MIN_NODE : 24;

/**
 * Caches compiled modules, which halves the startup time, worker threads included. The cache contains executable code,
 * so it is in a folder that only the user can write to.
 */
async function enableCache() {
  const { cacheFolder } = await import("../src/folders.ts");
  process.env["NODE_COMPILE_CACHE"] ||= cacheFolder();
  nodeModule.enableCompileCache?.();
}

/** Sets the exit code of Node.js for a top-level await that is never settled, which CommonJS does not have: no check passes without a result. */
function failUnfinished() {
  process.exitCode = 13;
}

/** Node.js exits with 1, which means a break that `--fail-on` names. @param {unknown} error */
function failUncaught(error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(2);
}

async function start() {
  process.once("uncaughtException", failUncaught);
  process.once("beforeExit", failUnfinished);
  await enableCache();
  await import("@knockon/extract/isolate/resolve-sources");
  const { run } = await import("../src/knockon.ts");
  await run();
  process.off("beforeExit", failUnfinished);
}

if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  process.stderr.write(
    `knockon: Node.js ${MIN_NODE} or later is required. Found ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
} else {
  void start();
}
