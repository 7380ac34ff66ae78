// What is elsewhere in the server archive than in a clone. The archive's build replaces this module (deploy/server/build-server.ts).

/** The command in help and error messages. */
export const COMMAND = "npm start --";

/** The built web application. */
export const APPLICATION_FOLDER = new URL("../../../web/dist/", import.meta.url).pathname;

/** The example organization. */
export const EXAMPLES_FOLDER = new URL("../../../../examples/", import.meta.url).pathname;

/** Cache of compiled modules. */
export const COMPILE_CACHE = new URL("../../../../node_modules/.cache/knockon/compiled", import.meta.url)
  .pathname;
