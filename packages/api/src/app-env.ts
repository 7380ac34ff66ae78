import type { Caller } from "./identity.ts";

/** Variables that middleware sets for the handlers. */
export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller;
  };
}
