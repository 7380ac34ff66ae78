import type { SharedContext } from "@knockon/api/serve-route";
import type { Ports } from "@knockon/core/context";
import { connectNeon } from "@knockon/db/connect/neon";
import { jsonLogger } from "./logger.ts";
import { ownershipSetting } from "./ownership-setting.ts";
import { required } from "./required.ts";

/** Makes a port of a function. Each has a module of its own below `aws/`: what a function does not import is not in its bundle. */
export type ComposePort = (env: NodeJS.ProcessEnv) => Partial<Ports>;

/** What a function of the cloud works with, once per container: the database, and the ports that it was given. */
export function composeAws(env: NodeJS.ProcessEnv, composePorts: readonly ComposePort[] = []): SharedContext {
  return {
    database: connectNeon(required(env, "DATABASE_URL"), env["NEON_WS_PROXY"]).database,
    ports: withoutOthers(Object.assign({}, ...composePorts.map((compose) => compose(env)))),
    settings: {
      appUrl: env["APP_URL"] ?? "",
      billingEnforced: env["BILLING_ENFORCED"] === "true",
      ownership: ownershipSetting(env),
    },
    now: () => new Date(),
    log: jsonLogger(),
  };
}

/** A port that was not given throws when it is asked for: nothing is ever quietly not sent, stored or read. */
const withoutOthers = (given: Partial<Ports>): Ports =>
  new Proxy(given as Ports, {
    get(ports, name) {
      if (typeof name === "string" && !(name in ports))
        throw new Error(`This function was not given the port ${name}.`);
      return Reflect.get(ports, name) as unknown;
    },
  });
