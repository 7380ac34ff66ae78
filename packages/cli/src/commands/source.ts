import { UsageError } from "../arguments.ts";

/** A Knockon server. */
export interface Server {
  url: string;
  key: string;
}

/** The options that say where the graph is. */
interface SourceOptions {
  in?: string | undefined;
  url?: string | undefined;
  key?: string | undefined;
}

/** Returns the report file or the server that the options name. Throws UsageError. */
export function getSource(
  command: string,
  { in: file, url, key = process.env["KNOCKON_API_KEY"] }: SourceOptions,
): string | Server {
  if (file !== undefined && url === undefined) return file;
  if (file !== undefined || url === undefined)
    throw new UsageError(`Use either --in FILE or --url URL. Run "knockon ${command} --help" for usage.`);
  if (key === undefined) throw new UsageError("Missing API key. Use --key KEY or set KNOCKON_API_KEY.");
  return { url, key };
}
