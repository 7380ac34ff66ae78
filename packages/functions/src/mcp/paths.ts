export const MCP_PATH = "/mcp";

/** Where clients find out how to authorize (RFC 9728). The path of the resource follows the well-known one. */
export const METADATA_PATHS = [
  `/.well-known/oauth-protected-resource${MCP_PATH}`,
  "/.well-known/oauth-protected-resource",
] as const;
