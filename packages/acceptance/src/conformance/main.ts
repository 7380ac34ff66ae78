import { writeFile } from "node:fs/promises";
import { CONFORMANCE_FILE, DOCUMENTS } from "./documents.ts";
import { presentConformance } from "./present.ts";

await writeFile(CONFORMANCE_FILE, presentConformance(DOCUMENTS));
