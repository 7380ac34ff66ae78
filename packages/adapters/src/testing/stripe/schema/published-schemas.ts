import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Stripe } from "stripe";
import { schemasOfTypes, type Schemas } from "./schemas-of-types.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const SOURCES = [here("operations.ts"), here("schemas-of-types.ts")];
const FOLDER = here("../../../../../../node_modules/.cache/knockon/");

let read: Schemas | undefined;

/** Returns the schemas of the types in `operations.ts`. Cached per version of Stripe's library, because converting takes seconds. */
export const publishedSchemas = (): Schemas => (read ??= readOrConvert());

function readOrConvert(): Schemas {
  const version = createHash("sha256").update(Stripe.PACKAGE_VERSION);
  for (const source of SOURCES) version.update(readFileSync(source));
  const file = `${FOLDER}stripe-${version.digest("hex").slice(0, 16)}.json`;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Schemas;
  } catch {
    const converted = schemasOfTypes(SOURCES[0] ?? "");
    // Other processes may write the same file, so the write is atomic.
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(converted));
    renameSync(`${file}.${process.pid}`, file);
    return converted;
  }
}
