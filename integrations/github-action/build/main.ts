/** `npm run build:action`: the GitHub Action in `dist/github-action`. */
import { join } from "node:path";
import { buildAction } from "./build-action.ts";

const folder = join(import.meta.dirname, "../../../dist/github-action");
await buildAction(folder);
process.stdout.write(`${folder}\n`);
