import { parseArguments, UsageError } from "../arguments.ts";
import { getSource, type Server } from "./source.ts";

const MCP_HELP = `Usage: knockon mcp (--in FILE | --url URL --key KEY)

Serve the Model Context Protocol on standard input and output, so that a coding agent
can ask which repositories a change affects. A client starts this command itself.
Only the protocol is printed to standard output.

Tools: find_artifact, impact_of_change, check_change, explain_edge, rollout_plan

Options:
  --in FILE   Use the report that "knockon scan --json FILE" wrote
  --url URL   Query the Knockon server at URL
  --key KEY   API key for --url (default: $KNOCKON_API_KEY)
  -h, --help  Show help

Example of a client's settings:
  {"mcpServers": {"knockon": {
    "command": "npx", "args": ["knockon", "mcp", "--in", "/home/ada/acme.json"]}}}
`;

export async function mcpCommand(args: string[]): Promise<void> {
  const { values } = parseArguments({ command: "mcp" }, args, {
    in: { type: "string" },
    url: { type: "string" },
    key: { type: "string" },
  });
  if (values.help) {
    process.stdout.write(MCP_HELP);
    return;
  }
  const source = getSource("mcp", values);
  const [{ serveOverStdio }, { readClone }, answers] = await Promise.all([
    import("@knockon/mcp/serve-over-stdio"),
    import("../mcp/read-clone.ts"),
    openAnswers(source),
  ]);
  const { serviceError } = await import("../service/service-error.ts");
  serveOverStdio({
    answers,
    readClone,
    describeError(error) {
      if (error instanceof UsageError) return error.message;
      const isUnreachable = error instanceof TypeError && error.cause instanceof Error;
      return isUnreachable && typeof source !== "string"
        ? serviceError(source.url, error).message
        : undefined;
    },
    onError: reportError,
  });
}

const reportError = (error: unknown): void => {
  process.stderr.write(
    `knockon: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
};

async function openAnswers(source: string | Server) {
  if (typeof source === "string") {
    const { readReport } = await import("../offline/read-report.ts");
    const { offlineAnswers } = await import("../mcp/offline-answers.ts");
    return offlineAnswers(await readReport(source));
  }
  const { apiAnswers } = await import("@knockon/mcp/answers/api-answers");
  return apiAnswers({ baseUrl: source.url, key: source.key });
}
