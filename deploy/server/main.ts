/** `npm run build:server`: the server in `dist/server`, or in the folder of the first argument. */
import { join, resolve } from "node:path";
import { ROOT } from "@knockon/cli/build/bundle";
import { buildServer } from "./build-server.ts";

const folder = resolve(process.argv[2] ?? join(ROOT, "dist/server"));
await buildServer(folder, (line) => void process.stdout.write(`${line}\n`));
process.stdout.write(`${folder}\n`);
