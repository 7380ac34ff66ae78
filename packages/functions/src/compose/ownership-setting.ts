import type { Settings } from "@knockon/core/context";

/** Both are opted into; what ranks people only together with the signal. */
export function ownershipSetting(env: NodeJS.ProcessEnv): Settings["ownership"] {
  if (env["OWNERSHIP_SIGNAL_ENABLED"] !== "true") return "off";
  return env["OWNERSHIP_PEOPLE_ENABLED"] === "true" ? "people" : "signal";
}
