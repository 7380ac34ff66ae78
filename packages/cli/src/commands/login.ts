import { readInput } from "../input.ts";
import { createClient } from "@knockon/contract/client";
import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { UsageError } from "../arguments.ts";
import { defineCommand } from "../command.ts";
import { writeNote } from "../output/note.ts";
import { deleteLogin, writeLogin } from "../service/login.ts";
import { serviceError } from "../service/service-error.ts";

export const login = defineCommand({
  name: "login",
  usage: "URL",
  about:
    'Store the URL of a Knockon server and an API key, which other commands then use. The key is read from standard input, or asked for. It is stored in a file that only you can read, after the server accepted it.\n\nThe variables KNOCKON_URL and KNOCKON_API_KEY take precedence. "knockon logout" deletes the file.',
  positional: { name: "URL", help: "Such as https://knockon.example.com (default: $KNOCKON_URL)" },
  options: {},
  examples: ["knockon login https://knockon.example.com", "knockon login http://127.0.0.1:4000 < key.txt"],
  async run({ argument = process.env["KNOCKON_URL"] }) {
    const url = parseUrl(argument);
    const key = (process.stdin.isTTY ? await askForKey() : await readInput("-")).trim();
    if (key === "") throw new UsageError("Missing API key. Write it to standard input.");
    // Node's error for such a header would contain the key.
    if (!/^[!-~]+$/.test(key))
      throw new UsageError("Invalid API key: it contains spaces or unusual characters.");
    const orgs = await verify(url, key);
    const path = await writeLogin({ url, key });
    writeNote(
      `The server has ${orgs === 1 ? "1 organization" : `${orgs} organizations`}. Stored in ${path}.`,
    );
  },
});

export const logout = defineCommand({
  name: "logout",
  usage: "",
  about: 'Delete the URL and the API key that "knockon login" stored.',
  options: {},
  examples: ["knockon logout"],
  run: deleteLogin,
});

function parseUrl(text: string | undefined): string {
  if (text === undefined || text === "")
    throw new UsageError('Missing URL. Run "knockon login --help" for usage.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`Invalid URL "${text}". Use one such as https://knockon.example.com.`);
  if (url.username !== "" || url.password !== "")
    throw new UsageError("The URL must not contain credentials.");
  if (url.protocol === "http:" && !/^(?:localhost|127\..*|\[::1\])$/.test(url.hostname))
    writeNote(`${url.origin} is not encrypted: others on the network can read the key.`);
  return text.replace(/(?<!\/)\/+$/, "");
}

/** Returns the number of organizations that the key can read. Throws UsageError. */
async function verify(url: string, key: string): Promise<number> {
  try {
    return (await createClient({ baseUrl: url, key })(listConnectedOrgs, { query: { limit: 500 } })).length;
  } catch (error) {
    throw serviceError(url, error);
  }
}

/** Reads a line from the terminal without showing it. */
async function askForKey(): Promise<string> {
  process.stderr.write("API key: ");
  process.stdin.setRawMode(true);
  let key = "";
  try {
    for await (const chunk of process.stdin) {
      for (const character of String(chunk)) {
        if (character === "\r" || character === "\n") return key;
        if (character === "\u0003") throw new UsageError("Canceled.");
        key = character === "\u007f" ? key.slice(0, -1) : key + character;
      }
    }
    return key;
  } finally {
    process.stdin.setRawMode(false);
    process.stderr.write("\n");
  }
}
