/** `npm run db:migrate`, `npm run deploy`, `npm run remove` and `npm run preview`: see docs/deploy.md. */
import { parseArgs } from "node:util";
import { migrateDatabase } from "@knockon/db/migrate";
import { neonBranches } from "./neon-branches.ts";
import { previews } from "./previews.ts";
import { stageCommands } from "./stage-commands.ts";

const HELP = `Usage:
  npm run db:migrate                    Brings the schema at DIRECT_DATABASE_URL up to date.
  npm run deploy -- --stage NAME        Migrates the stage's database over DIRECT_DATABASE_URL, then deploys.
  npm run remove -- --stage NAME        Removes the stage. Production refuses.
  npm run preview -- open N             Deploys the working copy as pr-N; ten at most.
  npm run preview -- close N            Removes pr-N and its database.
  npm run preview -- sweep [N,N,…]      Removes every preview but those of these open pull requests.

Previews need NEON_API_KEY, NEON_PREVIEW_PROJECT_ID and MAIL_SENDER.
`;

/** A line for whoever deploys, not a fault of the program. */
class UsageError extends Error {}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new UsageError(`${name} is not set.`);
  return value;
}

function wholeNumber(text: string | undefined): number {
  if (!/^[1-9]\d{0,8}$/u.test(text ?? ""))
    throw new UsageError(`${text ?? "Nothing"} is no pull request's number.`);
  return Number(text);
}

/** Migrations take locks that a pooler would hand to somebody else. */
function directUrl(): string {
  const url = variable("DIRECT_DATABASE_URL");
  if (URL.parse(url)?.hostname.split(".")[0]?.endsWith("-pooler") !== false)
    throw new UsageError("DIRECT_DATABASE_URL has to lead to the database itself, not to its pooler.");
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
      throw new UsageError("Name the stage: --stage NAME, in lower case.");
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
