/** `npm run costs`: what production costs by the prices and the usage that are written down here. */
import { presentCosts } from "./present-costs.ts";

process.stdout.write(`${presentCosts()}\n`);
