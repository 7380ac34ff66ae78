/** Path patterns that serve the application. All other paths belong to the API. */
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

/** Path patterns of the application's static files. */
export const APPLICATION_FILES = ["/assets/*", "/favicon.svg", "/theme.js"] as const;
