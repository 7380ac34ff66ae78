/** Entry of a worker thread that reads only files with a format: no references in other text. */
import { FORMATS } from "../registry.ts";
import { serveExtraction } from "./serve-extraction.ts";

serveExtraction(FORMATS);
