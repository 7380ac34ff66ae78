import { confinedFormats } from "@knockon/extract/isolate/confined-formats";
import { createExtractor, type Extractor } from "@knockon/extract/isolate/extractor";

/** Creates the extractor of `readChange`. Its thread starts to load the parsers at once. */
export const startExtractor = (): Extractor => createExtractor(1, confinedFormats(), { isWarm: true });
