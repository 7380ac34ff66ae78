/** An error that the caller of a tool can fix. The message says how. */
export class ToolError extends Error {}
