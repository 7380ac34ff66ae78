import { grant } from "./grant.ts";
import { sessionSecret } from "./secret.ts";

/** Of who makes sessions, and who looks whether a cookie is one. */
export const useSessions = grant({ SESSION_SECRET: sessionSecret.value });
