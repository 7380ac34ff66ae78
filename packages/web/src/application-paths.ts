/** Where the application lives, as patterns: every other path is the API's, and an unknown one its 404. */
export const APPLICATION_PATHS = [
  "/",
  "/login",
  "/signup",
  "/verify",
  "/forgot",
  "/reset",
  "/welcome",
  "/invitations/*",
  "/w/*",
] as const;

/** What the page loads from beside it. */
export const APPLICATION_FILES = ["/assets/*", "/favicon.svg", "/theme.js"] as const;
