/** `npm run build:cli`: the npm package of the command line, in `dist/cli` and as a tarball in `dist`. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { buildPackage } from "./build-package.ts";
import { ROOT } from "./bundle.ts";

const tarball = await buildPackage(join(ROOT, "dist"));
const { size } = await stat(tarball);
process.stdout.write(`${tarball}  ${Math.round(size / 1024)} kB\n`);
