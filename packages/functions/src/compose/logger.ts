import type { Logger } from "@knockon/core/context";

type Write = (line: string) => void;

/** Stdout is reserved for command output. */
const toStderr: Write = (line) => process.stderr.write(line);

/** Logs one JSON object per line. */
export const jsonLogger = (write: Write = toStderr): Logger => {
  const log = (level: string, message: string, fields: Record<string, unknown> = {}): void =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  return {
    info: (message, fields) => log("info", message, fields),
    error: (message, fields) => log("error", message, fields),
  };
};

/** Logs faults only, for a terminal that also shows a progress bar. */
export const faultLogger = (write: Write = toStderr): Logger => ({
  info() {},
  error: (message, fields = {}) => write(`knockon: ${message} ${JSON.stringify(fields)}\n`),
});
