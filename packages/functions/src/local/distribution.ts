// What is elsewhere in the server archive than in a clone. The archive's build replaces this module (deploy/server/build-server.ts).

import { join } from "node:path";

/** The command in help and error messages. */
export const COMMAND = "npm start --";

/** The built web application. */
export const APPLICATION_FOLDER = join(import.meta.dirname, "../../../web/dist");

/** The example organization. */
export const EXAMPLES_FOLDER = join(import.meta.dirname, "../../../../examples");

/** Cache of compiled modules. */
export const COMPILE_CACHE = join(import.meta.dirname, "../../../../node_modules/.cache/knockon/compiled");
