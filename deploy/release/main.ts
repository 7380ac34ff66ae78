/** `npm run build:release`: the files of a release in `dist/release`. It publishes nothing. */
import { join } from "node:path";
import { ROOT } from "@knockon/cli/build/bundle";
import { makeRelease } from "./make-release.ts";

const folder = join(ROOT, "dist/release");
const say = (line: string): void => void process.stdout.write(`${line}\n`);
for (const name of await makeRelease(folder, say)) say(join(folder, name));
