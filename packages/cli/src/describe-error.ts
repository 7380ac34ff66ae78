import { MissingPathError, NoRepositoriesError } from "@knockon/adapters/git-host/local/discover";
import { DiscoveryError, isUnreadable } from "@knockon/adapters/git-host/local/git";
import { UsageError } from "./arguments.ts";
import { suggestPath } from "./suggest-path.ts";

/** Returns the message for the user, or undefined for an error that is a bug. */
export function describeError(error: unknown): string | undefined {
  if (error instanceof MissingPathError) return `${error.message}${suggestPath(error.path)}`;
  if (error instanceof NoRepositoriesError)
    return `${error.message} Use the folder that contains your clones, or a listing file.`;
  if (error instanceof UsageError || error instanceof DiscoveryError) return error.message;
  if (isUnreadable(error)) return `Git can't read the repository: ${error.message}`;
  if (error instanceof Error && "syscall" in error) return describeSystemError(error);
  return undefined;
}

/** Node's message is `ENOENT: no such file or directory, open 'acme.json'`. */
function describeSystemError(error: Error): string {
  const { reason, syscall, path } =
    /^\w+: (?<reason>.+), (?<syscall>\w+) '(?<path>.*)'$/u.exec(error.message)?.groups ?? {};
  if (path === undefined) return error.message;
  return `Can't ${syscall} "${path}": ${reason}.${"code" in error && error.code === "ENOENT" ? suggestPath(path) : ""}`;
}
