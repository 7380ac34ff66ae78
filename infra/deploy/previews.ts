import { randomBytes } from "node:crypto";
import type { Branch, neonBranches } from "./neon-branches.ts";
import type { StageCommands } from "./stage-commands.ts";

const MAX_PREVIEWS = 10;
const MAX_AGE_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
const PREVIEW = /^pr-(?<pullRequest>[1-9]\d*)$/u;

interface PreviewOptions {
  /** Branches of a project for previews only, without production data. */
  branches: ReturnType<typeof neonBranches>;
  commands: StageCommands;
  mailSender: string;
  now: () => Date;
}

/** Manages a stage `pr-N` per pull request, each with its own database, keys and data. */
export function previews({ branches, commands, mailSender, now }: PreviewOptions) {
  const list = async (): Promise<Branch[]> =>
    (await branches.list()).filter(({ name }) => PREVIEW.test(name));

  /** Creates the database and sets the secrets. Deletes the database on failure, since a stage with one counts as complete. */
  async function create(stage: string): Promise<Branch> {
    const branch = await branches.create(stage);
    try {
      commands.setSecrets(stage, {
        DatabaseUrl: await branches.url(branch, { pooled: true }),
        EncryptionKeys: `1:${randomBytes(32).toString("base64")}`,
        SessionSecret: randomBytes(32).toString("base64"),
        MailSender: mailSender,
      });
      return branch;
    } catch (error) {
      await branches.delete(branch);
      throw error;
    }
  }

  async function close(branch: Branch): Promise<void> {
    commands.remove(branch.name);
    await branches.delete(branch);
  }

  return {
    /** Deploys the working copy, first creating a database from the empty base. Throws if ten previews exist. */
    async open(pullRequest: number): Promise<void> {
      const stage = `pr-${pullRequest}`;
      const existing = await list();
      const known = existing.find(({ name }) => name === stage);
      if (!known && existing.length >= MAX_PREVIEWS) {
        const names = existing.map(({ name }) => name).join(", ");
        throw new Error(`${MAX_PREVIEWS} previews exist (${names}). Close one first.`);
      }
      const branch = known ?? (await create(stage));
      await commands.deploy(stage, await branches.url(branch, { pooled: false }));
    },

    /** Removes the stage, then its database. Does nothing if there is no preview. */
    async close(pullRequest: number): Promise<void> {
      const branch = (await list()).find(({ name }) => name === `pr-${pullRequest}`);
      if (branch) await close(branch);
    },

    /** Closes previews without an open pull request or older than two weeks. A failure does not stop the others. */
    async sweep(openPullRequests: readonly number[]): Promise<void> {
      const stages = new Set(openPullRequests.map((number) => `pr-${number}`));
      const oldest = now().getTime() - MAX_AGE_DAYS * DAY_MS;
      const errors: unknown[] = [];
      for (const branch of await list()) {
        if (stages.has(branch.name) && branch.createdAt.getTime() >= oldest) continue;
        await close(branch).catch((error: unknown) => errors.push(error));
      }
      if (errors.length > 0) throw new AggregateError(errors, "Some previews could not be closed.");
    },
  };
}
