/** Entry of the worker thread that runs the parsers. It can be ended without affecting the process. */
import { ECOSYSTEMS } from "../registry.ts";
import { serveExtraction } from "./serve-extraction.ts";

serveExtraction(ECOSYSTEMS);
