/** The thread that runs the parsers: what hangs or eats memory here is ended without harm to the process. */
import { ECOSYSTEMS } from "../registry.ts";
import { serveExtraction } from "./serve-extraction.ts";

serveExtraction(ECOSYSTEMS);
