import { MCP_PATH, METADATA_PATHS } from "@knockon/functions/mcp/paths";
import { api } from "./api.ts";
import { createFunction } from "./function.ts";
import { enforcePlans, nameApplication, readOwnershipSettings, useDatabase, useSessions } from "./grants.ts";
import { countMutations, readBlobs } from "./storage.ts";

/** Calls the operations that the tools need in its own process, so it has their grants together. */
export const mcp = createFunction("Mcp", {
  bundle: "mcp",
  memory: "1769 MB",
  timeout: "29 seconds",
  grants: [
    useDatabase,
    enforcePlans,
    useSessions,
    nameApplication,
    countMutations,
    readBlobs,
    readOwnershipSettings,
  ],
});

// Other methods than POST get 405 from the function.
api.route(`ANY ${MCP_PATH}`, mcp.arn);
for (const path of METADATA_PATHS) api.route(`GET ${path}`, mcp.arn);
