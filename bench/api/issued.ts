import type { Logger } from "drizzle-orm/logger";

/** A statement as the driver is given it. */
export interface Issued {
  text: string;
  values: unknown[];
}

/** Keeps every statement, in order. */
export function statementRecorder(): Logger & { take(): Issued[] } {
  let issued: Issued[] = [];
  return {
    logQuery: (text, values) => void issued.push({ text, values }),
    take() {
      const taken = issued;
      issued = [];
      return taken;
    },
  };
}

/** What lies between `begin` and `commit` belongs to one connection, with both of them; what lies outside is alone. */
export function transactionsOf(issued: readonly Issued[]): Issued[][] {
  const transactions: Issued[][] = [];
  let open: Issued[] | undefined;
  for (const statement of issued) {
    const verb = statement.text.trim().toLowerCase();
    if (verb.startsWith("begin")) transactions.push((open = []));
    if (open) open.push(statement);
    else transactions.push([statement]);
    if (verb.startsWith("commit")) open = undefined;
  }
  return transactions;
}
