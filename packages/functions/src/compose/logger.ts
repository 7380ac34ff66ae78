import type { Logger } from "@knockon/core/context";

/** One JSON object a line, to stderr: stdout belongs to what the user asked for. */
export const jsonLogger = (write: (line: string) => void = (line) => process.stderr.write(line)): Logger => {
  const log = (level: string, message: string, fields: Record<string, unknown> = {}): void =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  return {
    info: (message, fields) => log("info", message, fields),
    error: (message, fields) => log("error", message, fields),
  };
};
