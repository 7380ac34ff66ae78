import type { SharedContext } from "@knockon/api/serve-route";
import type { Ports } from "@knockon/core/context";
import { connectNeon } from "@knockon/db/connect/neon";
import { jsonLogger } from "./logger.ts";
import { parseOwnershipSetting, required } from "./settings.ts";

/** Creates ports of a function from its environment. */
export type ComposePort = (env: NodeJS.ProcessEnv) => Partial<Ports>;

/** Creates the context of a cloud function, once per container: the database and the given ports. */
export function composeAws(env: NodeJS.ProcessEnv, composePorts: readonly ComposePort[] = []): SharedContext {
  return {
    database: connectNeon(required(env, "DATABASE_URL"), env["NEON_WS_PROXY"]).database,
    ports: withoutOthers(Object.assign({}, ...composePorts.map((compose) => compose(env)))),
    settings: {
      // A link without it would lead nowhere.
      get appUrl() {
        return required(env, "APP_URL");
      },
      billingEnforced: env["BILLING_ENFORCED"] === "true",
      ownership: parseOwnershipSetting(env),
    },
    now: () => new Date(),
    log: jsonLogger(),
  };
}

/** Accessing a port that was not given throws instead of silently doing nothing. */
const withoutOthers = (given: Partial<Ports>): Ports =>
  new Proxy(given as Ports, {
    get(ports, name) {
      if (typeof name === "string" && !(name in ports))
        throw new Error(`This function has no port ${name}. Add it in operation-needs.ts.`);
      return Reflect.get(ports, name) as unknown;
    },
  });
