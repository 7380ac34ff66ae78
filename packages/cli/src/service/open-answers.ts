import type { Answers } from "@knockon/mcp/answers/answers";
import { UsageError } from "../arguments.ts";
import type { Report } from "../offline/report.ts";
import type { Server } from "./login.ts";

/** Returns the answers of a report file or a server. Throws UsageError. */
export async function openAnswers(source: string | Server): Promise<Answers> {
  if (typeof source === "string") {
    const { readReport } = await import("../offline/read-report.ts");
    const { offlineAnswers } = await import("../mcp/offline-answers.ts");
    return offlineAnswers(await readReport(source));
  }
  const { apiAnswers } = await import("@knockon/mcp/answers/api-answers");
  return apiAnswers({ baseUrl: source.url, key: source.key });
}

/** Asks a report file or a server. Throws UsageError for unknown names and if the server does not answer. */
export async function ask<T>(
  source: string | Server,
  question: (answers: Answers) => Promise<T>,
): Promise<T> {
  const answers = await openAnswers(source);
  try {
    return await rejectUnknown(() => question(answers));
  } catch (error) {
    if (typeof source === "string" || error instanceof UsageError) throw error;
    const { serviceError } = await import("./service-error.ts");
    throw serviceError(source.url, error);
  }
}

/** Finds a repository of a report by its URL or the last part of its name. Throws UsageError with the nearest names. */
export async function findInReport(report: Report, name: string): Promise<string> {
  const { offlineAnswers } = await import("../mcp/offline-answers.ts");
  const { getRepository } = await import("@knockon/mcp/names");
  return (await rejectUnknown(() => getRepository(offlineAnswers(report), name))).full_path;
}

async function rejectUnknown<T>(question: () => Promise<T>): Promise<T> {
  const { ToolError } = await import("@knockon/mcp/tool-error");
  try {
    return await question();
  } catch (error) {
    throw error instanceof ToolError ? new UsageError(error.message) : error;
  }
}
