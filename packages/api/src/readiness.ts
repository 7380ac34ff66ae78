import type { Logger } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import type { Unready } from "@knockon/db/readiness";
import type { Handler } from "hono";
import type { AppEnv } from "./app-env.ts";

export type FindUnready = () => Promise<Unready | undefined>;

/**
 * Returns 200 if the service is ready, else 503 with the missing dependency. The cause is only logged. Concurrent requests
 * share one check, because the endpoint requires no credential.
 */
export function serveReadiness(findUnready: FindUnready, log: Logger): Handler<AppEnv> {
  let pending: Promise<Unready | undefined> | undefined;
  return async (c) => {
    pending ??= findUnready().finally(() => (pending = undefined));
    const unready = await pending;
    if (!unready) return c.json({ status: "ready" });
    const { what, cause } = unready;
    log.error("not ready", { requestId: c.get("requestId"), what, cause: describeFault(cause) });
    return c.json({ detail: `Not ready: ${what}.` }, 503);
  };
}
