import type { Logger } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import type { Unready } from "@knockon/db/readiness";
import type { Handler } from "hono";
import type { AppEnv } from "./app-env.ts";

export type FindUnready = () => Promise<Unready | undefined>;

/**
 * 200 when the service can work, else 503 with what it waits for; why is only logged. Nobody needs a key to ask, so
 * those who ask at the same time share one answer.
 */
export function serveReadiness(findUnready: FindUnready, log: Logger): Handler<AppEnv> {
  let underWay: Promise<Unready | undefined> | undefined;
  return async (c) => {
    underWay ??= findUnready().finally(() => (underWay = undefined));
    const unready = await underWay;
    if (!unready) return c.json({ status: "ready" });
    const { what, cause } = unready;
    log.error("not ready", { requestId: c.get("requestId"), what, cause: describeFault(cause) });
    return c.json({ detail: `Not ready: ${what}.` }, 503);
  };
}
