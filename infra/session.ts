import { grant } from "./grant.ts";
import { router } from "./router.ts";
import { sessionSecret } from "./secret.ts";

const ownOrigin = { ALLOWED_ORIGINS: router.url };

export const allowOwnOrigin = grant(ownOrigin);

/** Of who makes sessions, and who looks whether a cookie is one: what it changes comes from the stage's own address. */
export const useSessions = grant({ SESSION_SECRET: sessionSecret.value, ...ownOrigin });
