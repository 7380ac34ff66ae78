import { grant } from "./grant.ts";
import { databaseUrl } from "./secret.ts";

/** Neon is outside of AWS: the URL is the permission. */
export const useDatabase = grant({ DATABASE_URL: databaseUrl.value });
