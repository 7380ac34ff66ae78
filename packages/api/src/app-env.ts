import type { Caller } from "./identity.ts";

/** What the steps of a request hand on to one another. */
export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller;
  };
}
