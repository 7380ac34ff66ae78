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
