import type { Command } from "../command.ts";

interface Entry {
  name: string;
  /** What the list of commands shows. */
  summary: string;
  /** Loads only what the command needs. */
  load: () => Promise<Command>;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly Entry[] = [
  {
    name: "scan",
    summary: "Scan a folder of Git repositories offline",
    load: async () => (await import("./scan.ts")).scan,
  },
  {
    name: "impact",
    summary: "Show which repositories a change affects, and when",
    load: async () => (await import("./impact.ts")).impact,
  },
  {
    name: "check",
    summary: "Show which repositories a change breaks",
    load: async () => (await import("./check.ts")).check,
  },
  {
    name: "lookup",
    summary: "Find a repository or an artifact by name",
    load: async () => (await import("./lookup.ts")).lookup,
  },
  {
    name: "dependents",
    summary: "List the lines of other repositories that use a repository",
    load: async () => (await import("./dependents.ts")).dependents,
  },
  {
    name: "artifacts",
    summary: "List artifacts with their producers and versions",
    load: async () => (await import("./artifacts.ts")).artifacts,
  },
  {
    name: "unresolved",
    summary: "List declarations without a known producer",
    load: async () => (await import("./unresolved.ts")).unresolved,
  },
  {
    name: "graph",
    summary: "Print the graph for Graphviz, Mermaid or a program",
    load: async () => (await import("./graph.ts")).graph,
  },
  {
    name: "problems",
    summary: "List files and repositories that a scan could not read",
    load: async () => (await import("./problems.ts")).problems,
  },
  {
    name: "replay",
    summary: "Show what the check would have found in the past, and what followed",
    load: async () => (await import("./replay.ts")).replay,
  },
  {
    name: "mcp",
    summary: "Answer questions of coding agents over the Model Context Protocol",
    load: async () => (await import("./mcp.ts")).mcp,
  },
  {
    name: "login",
    summary: "Store the URL and the API key of a server",
    load: async () => (await import("./login.ts")).login,
  },
  {
    name: "logout",
    summary: "Delete the stored URL and API key",
    load: async () => (await import("./login.ts")).logout,
  },
  {
    name: "completion",
    summary: "Print the completion script of a shell",
    load: async () => (await import("./completion.ts")).completion,
  },
];
