import { createExtractor } from "@knockon/extract/isolate/extractor";
import type { ComposePort } from "../aws.ts";

/** A Lambda's memory decides its CPUs; one worker reads one repository. */
const THREADS = 1;

export const composeExtractor: ComposePort = () => ({ extractor: createExtractor(THREADS) });
