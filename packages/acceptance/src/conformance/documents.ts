import { join } from "node:path";
import { DECISIONS } from "./decisions/all.ts";
import { INTERFACE } from "./interface/all.ts";

/** What is conformed to, by the name of the document. */
export const DOCUMENTS = { "interface.md": INTERFACE, "decisions.md": DECISIONS };

/** Where the table of them stands. */
export const CONFORMANCE_FILE = join(import.meta.dirname, "../../../../docs/conformance.md");
