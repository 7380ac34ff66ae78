import { createExtractor } from "@knockon/extract/isolate/extractor";
import type { ComposePort } from "../aws.ts";

/** One worker function reads one repository; its memory size determines its CPU. */
const THREADS = 1;

export const composeExtractor: ComposePort = () => ({ extractor: createExtractor(THREADS) });
