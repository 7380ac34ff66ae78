#!/usr/bin/env node
// Plain JavaScript, since a Node that cannot run the command must still be able to say so.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(`knockon: Node ${NEEDED} or newer is needed; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  await import("../src/knockon.ts");
}
