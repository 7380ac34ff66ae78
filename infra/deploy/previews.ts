import { randomBytes } from "node:crypto";
import type { Branch, neonBranches } from "./neon-branches.ts";
import type { StageCommands } from "./stage-commands.ts";

const MAX_PREVIEWS = 10;
const MAX_AGE_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
const PREVIEW = /^pr-(?<pullRequest>[1-9]\d*)$/u;

interface PreviewOptions {
  /** Of the previews' own project: nothing of production's is in it. */
  branches: ReturnType<typeof neonBranches>;
  commands: StageCommands;
  mailSender: string;
  now: () => Date;
}

/** A stage `pr-N` for each pull request, with a database, keys and data of its own. */
export function previews({ branches, commands, mailSender, now }: PreviewOptions) {
  const list = async (): Promise<Branch[]> =>
    (await branches.list()).filter(({ name }) => PREVIEW.test(name));

  /** A database without its secrets would be taken for one that has them. */
  async function begin(stage: string): Promise<Branch> {
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
    /** Deploys the working copy. The first time its database is a branch of the empty base; throws where ten are up. */
    async open(pullRequest: number): Promise<void> {
      const stage = `pr-${pullRequest}`;
      const up = await list();
      const known = up.find(({ name }) => name === stage);
      if (!known && up.length >= MAX_PREVIEWS) {
        const names = up.map(({ name }) => name).join(", ");
        throw new Error(`${MAX_PREVIEWS} previews are up (${names}): close one first.`);
      }
      const branch = known ?? (await begin(stage));
      await commands.deploy(stage, await branches.url(branch, { pooled: false }));
    },

    /** Removes the stage, then its database. Nothing where there is none. */
    async close(pullRequest: number): Promise<void> {
      const branch = (await list()).find(({ name }) => name === `pr-${pullRequest}`);
      if (branch) await close(branch);
    },

    /** Closes what no open pull request has, and what is older than two weeks. One that fails keeps none of the others. */
    async sweep(openPullRequests: readonly number[]): Promise<void> {
      const stages = new Set(openPullRequests.map((number) => `pr-${number}`));
      const eldest = now().getTime() - MAX_AGE_DAYS * DAY_MS;
      const left: unknown[] = [];
      for (const branch of await list()) {
        if (stages.has(branch.name) && branch.createdAt.getTime() >= eldest) continue;
        await close(branch).catch((error: unknown) => left.push(error));
      }
      if (left.length > 0) throw new AggregateError(left, "Some previews could not be closed.");
    },
  };
}
