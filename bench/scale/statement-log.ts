import type { Logger } from "drizzle-orm/logger";

/** A statement as it was issued first: as which role, with which parameters. */
export interface Statement {
  role: string;
  text: string;
  parameters: unknown[];
}

export interface StatementLog extends Logger {
  /** The distinct statements since the last call. */
  take(): Statement[];
}

const ROLE = /set_config\('role', '(\w+)'/;
/** Statements that differ only in the length of such lists are one: `($1, $2), ($3, $4)`. */
const PARAMETERS =
  /\(?(?:\$\d+|default)(?:, (?:\$\d+|default))*\)?(?:, \((?:\$\d+|default)(?:, (?:\$\d+|default))*\))*/g;
const HAS_PLAN = /^\s*(?:select|insert|update|delete|with)\b/i;

export const shapeOf = ({ role, text }: Pick<Statement, "role" | "text">): string =>
  `${role} ${text.replaceAll(PARAMETERS, "…")}`;

/** What drizzle sends, each shape once. Statements must come one by one: the role is that of the last transaction. */
export function statementLog(): StatementLog {
  const statements = new Map<string, Statement>();
  let role = "";
  return {
    logQuery(text, parameters) {
      role = ROLE.exec(text)?.[1] ?? role;
      if (ROLE.test(text) || !HAS_PLAN.test(text)) return;
      const shape = shapeOf({ role, text });
      if (!statements.has(shape)) statements.set(shape, { role, text, parameters });
    },
    take() {
      const taken = [...statements.values()];
      statements.clear();
      return taken;
    },
  };
}
