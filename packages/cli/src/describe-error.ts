import { DiscoveryError } from "@knockon/adapters/git-host/local/git";
import { UsageError } from "./arguments.ts";

/** Returns the message for the user, or undefined for an error that is a bug. */
export function describeError(error: unknown): string | undefined {
  if (error instanceof UsageError || error instanceof DiscoveryError) return error.message;
  if (error instanceof Error && "syscall" in error) return describeSystemError(error);
  return undefined;
}

/** Node's message is `ENOENT: no such file or directory, open 'acme.json'`. */
function describeSystemError({ message }: Error): string {
  const { reason, syscall, path } =
    /^\w+: (?<reason>.+), (?<syscall>\w+) '(?<path>.*)'$/u.exec(message)?.groups ?? {};
  return path === undefined ? message : `Can't ${syscall} "${path}": ${reason}.`;
}
