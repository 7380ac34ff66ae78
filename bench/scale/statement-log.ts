import type { Logger } from "drizzle-orm/logger";

/** A statement with the role and parameters of its first execution. */
export interface Statement {
  role: string;
  text: string;
  parameters: unknown[];
}

export interface StatementLog extends Logger {
  /** Returns the distinct statements since the last call. */
  take(): Statement[];
}

const ROLE = /set_config\('role', '(\w+)'/;
/** Parameter lists such as `($1, $2), ($3, $4)`. Statements that differ only in their length are equal. */
const PARAMETERS =
  /\(?(?:\$\d+|default)(?:, (?:\$\d+|default))*\)?(?:, \((?:\$\d+|default)(?:, (?:\$\d+|default))*\))*/g;
const HAS_PLAN = /^\s*(?:select|insert|update|delete|with)\b/i;

export const shapeOf = ({ role, text }: Pick<Statement, "role" | "text">): string =>
  `${role} ${text.replaceAll(PARAMETERS, "…")}`;

/** Records the statements that Drizzle sends, once per shape. Requires sequential transactions: the role is that of the last one. */
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
