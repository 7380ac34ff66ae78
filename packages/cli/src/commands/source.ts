import { UsageError } from "../arguments.ts";
import type { Option } from "../command.ts";
import type { Server } from "../service/login.ts";

/** The options that say where the graph is. */
export const SOURCE_OPTIONS = {
  in: {
    type: "string",
    value: "FILE",
    help: 'Use the report that "knockon scan --json FILE" wrote (- for standard input)',
  },
  url: {
    type: "string",
    value: "URL",
    help: 'Query the Knockon server at URL (default: $KNOCKON_URL, or the server of "knockon login")',
  },
  key: {
    type: "string",
    value: "KEY",
    help: 'API key of the server (default: $KNOCKON_API_KEY, or the key of "knockon login"). Other users of the machine can read arguments',
  },
} as const satisfies Record<string, Option>;

/** The first line of the help of a command with these options. */
export const SOURCE_USAGE = "[--in FILE | --url URL] [options]";

/**
 * Returns the report file or the server that the options, the environment or `knockon login` name. A stored key is sent only to the
 * server that it was stored for. Throws UsageError.
 */
export async function getSource(
  command: string,
  { in: file, url: given, key: givenKey }: { [Name in "in" | "url" | "key"]?: string | undefined },
): Promise<string | Server> {
  if (file !== undefined && given !== undefined)
    throw new UsageError(`Use either --in FILE or --url URL. Run "knockon ${command} --help" for usage.`);
  if (file !== undefined) return file;
  const { readLogin } = await import("../service/login.ts");
  const login = await readLogin();
  const url = given ?? (process.env["KNOCKON_URL"] || login?.url);
  if (url === undefined)
    throw new UsageError(
      `Use --in FILE or --url URL, or set KNOCKON_URL. Run "knockon ${command} --help" for usage.`,
    );
  if (!/^https?:\/\/[^/]/u.test(url) || !URL.canParse(url))
    throw new UsageError(`Invalid URL "${url}". Use an address such as http://127.0.0.1:4000.`);
  const key =
    givenKey || process.env["KNOCKON_API_KEY"] || (login && isSame(login.url, url) ? login.key : undefined);
  if (key === undefined)
    throw new UsageError('Missing API key. Set KNOCKON_API_KEY, use --key, or run "knockon login".');
  return { url, key };
}

const isSame = (a: string, b: string): boolean =>
  a.replace(/(?<!\/)\/+$/, "") === b.replace(/(?<!\/)\/+$/, "");
