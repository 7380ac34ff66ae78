/** `npm run db:migrate`, `npm run deploy`, `npm run remove` and `npm run preview`: see docs/deploy.md. */
import { parseArgs } from "node:util";
import { migrateDatabase } from "@knockon/db/migrate";
import { neonBranches } from "./neon-branches.ts";
import { previews } from "./previews.ts";
import { stageCommands } from "./stage-commands.ts";

const HELP = `Usage:
  npm run db:migrate                    Migrates the database at DIRECT_DATABASE_URL.
  npm run deploy -- --stage NAME        Migrates the database at DIRECT_DATABASE_URL, then deploys the stage.
  npm run remove -- --stage NAME        Removes the stage. Fails for production.
  npm run preview -- open N             Deploys the working copy as pr-N. At most ten previews can exist.
  npm run preview -- close N            Removes pr-N and its database.
  npm run preview -- sweep [N,N,…]      Removes all previews except those of these open pull requests.

Previews need NEON_API_KEY, NEON_PREVIEW_PROJECT_ID and MAIL_SENDER.
`;

/** Wrong usage: printed without a stack trace. */
class UsageError extends Error {}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new UsageError(`${name} is not set.`);
  return value;
}

function wholeNumber(text: string | undefined): number {
  if (!/^[1-9]\d{0,8}$/u.test(text ?? ""))
    throw new UsageError(`${text ?? "An empty value"} is not a pull request number.`);
  return Number(text);
}

/** Returns the direct URL. Migrations take session locks, which a pooler does not support. */
function directUrl(): string {
  const url = variable("DIRECT_DATABASE_URL");
  if (URL.parse(url)?.hostname.split(".")[0]?.endsWith("-pooler") !== false)
    throw new UsageError("DIRECT_DATABASE_URL must point to the database itself, not to its pooler.");
  return url;
}

const openPreviews = () =>
  previews({
    branches: neonBranches({
      apiKey: variable("NEON_API_KEY"),
      projectId: variable("NEON_PREVIEW_PROJECT_ID"),
      database: process.env["NEON_DATABASE"] || "neondb",
      role: process.env["NEON_ROLE"] || "neondb_owner",
    }),
    commands: stageCommands,
    mailSender: variable("MAIL_SENDER"),
    now: () => new Date(),
  });

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: "string" } },
  });
  const [command, action, argument] = positionals;
  if (command === "migrate") return await migrateDatabase(directUrl());
  if (command === "deploy" || command === "remove") {
    const { stage } = values;
    if (stage === undefined || !/^[a-z][a-z0-9-]{0,30}$/u.test(stage))
      throw new UsageError("Missing or invalid stage. Pass --stage NAME in lowercase.");
    return command === "remove"
      ? stageCommands.remove(stage)
      : await stageCommands.deploy(stage, directUrl());
  }
  if (command !== "preview") return void process.stdout.write(HELP);
  if (action === "open") return await openPreviews().open(wholeNumber(argument));
  if (action === "close") return await openPreviews().close(wholeNumber(argument));
  if (action === "sweep")
    return await openPreviews().sweep((argument ?? "").split(",").filter(Boolean).map(wholeNumber));
  throw new UsageError(HELP);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
