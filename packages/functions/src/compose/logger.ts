import type { Logger } from "@knockon/core/context";

type Write = (line: string) => void;

/** Stdout belongs to what the user asked for. */
const toStderr: Write = (line) => process.stderr.write(line);

/** One JSON object a line, for programs. */
export const jsonLogger = (write: Write = toStderr): Logger => {
  const log = (level: string, message: string, fields: Record<string, unknown> = {}): void =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  return {
    info: (message, fields) => log("info", message, fields),
    error: (message, fields) => log("error", message, fields),
  };
};

/** Faults only, for a person at a terminal who also sees a progress bar. */
export const faultLogger = (write: Write = toStderr): Logger => ({
  info() {},
  error: (message, fields = {}) => write(`knockon: ${message} ${JSON.stringify(fields)}\n`),
});
