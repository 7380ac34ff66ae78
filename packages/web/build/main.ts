/** `npm run build:web`, and before every `npm start`. */
import { buildApplication } from "./build-application.ts";

await buildApplication((line) => void process.stdout.write(`${line}\n`));
