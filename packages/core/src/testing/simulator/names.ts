import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";
import type { ScanMessage } from "../../ports/queue.ts";

/** Names that are the same in every replay, unlike IDs. */
export class Names {
  readonly #database: Database;
  readonly #scans = new Map<string, string>();
  readonly #orgs = new Map<string, string>();
  readonly #repositories = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  nameOrg(id: string, name: string): void {
    this.#orgs.set(id, name);
  }

  /** Returns a scan's name. Scans are numbered in the order of the first call. */
  scan(id: string): string {
    const known = this.#scans.get(id) ?? `scan ${this.#scans.size + 1}`;
    this.#scans.set(id, known);
    return known;
  }

  /** Returns messages with their names, ordered by name, because the order of a batch is not reproducible. */
  async ofMessages(messages: readonly ScanMessage[]): Promise<[string, ScanMessage][]> {
    await this.#loadRepositories(
      messages.flatMap((one) => ("repositoryId" in one ? [one.repositoryId] : [])),
    );
    return messages
      .map((message): [string, ScanMessage] => [this.#message(message), message])
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  #message(message: ScanMessage): string {
    if (message.kind === "start-rescan") return `rescan of ${this.#orgs.get(message.connectedOrgId)}`;
    if (message.kind === "check-unknown") return `check of ${message.platformId}`;
    if (message.kind === "check-change") return `check ${message.checkId}`;
    const of = `of ${this.scan(message.scanId)}`;
    if (message.kind === "plan-scan") return `plan ${of} from ${message.cursor ?? "the start"}`;
    if (message.kind === "finish-scan") return `finish ${of}`;
    return `read ${this.#repositories.get(message.repositoryId)} ${of}`;
  }

  async #loadRepositories(repositoryIds: readonly string[]): Promise<void> {
    const unknown = repositoryIds.filter((id) => !this.#repositories.has(id));
    if (unknown.length === 0) return;
    const { rows } = await this.#database.execute<{ id: string; platform_id: string }>(
      sql`select id, platform_id from repository where id = any(${sql.param(unknown)}::uuid[])`,
    );
    for (const row of rows) this.#repositories.set(row.id, row.platform_id);
  }
}
