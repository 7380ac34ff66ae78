import { UsageError } from "../arguments.ts";
import { defineCommand } from "../command.ts";
import { openAnswers } from "../service/open-answers.ts";
import { getSource, SOURCE_OPTIONS } from "./source.ts";

export const mcp = defineCommand({
  name: "mcp",
  usage: "[--in FILE | --url URL]",
  about:
    "Serve the Model Context Protocol on standard input and output, so that a coding agent can ask which repositories a change affects. A client starts this command itself. Only the protocol is printed to standard output.",
  options: SOURCE_OPTIONS,
  notes: `Tools: find_artifact, impact_of_change, check_change, explain_edge, rollout_plan

Settings of a client:
  {"mcpServers": {"knockon": {
    "command": "npx", "args": ["knockon", "mcp", "--in", "/home/ada/acme.json"]}}}`,
  examples: ["knockon mcp --in acme.json"],
  async run({ values }) {
    const source = await getSource("mcp", values);
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
  },
});

const reportError = (error: unknown): void => {
  process.stderr.write(
    `knockon: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
};
