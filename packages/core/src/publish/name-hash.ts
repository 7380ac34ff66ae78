import { createHash } from "node:crypto";

/**
 * 32 bits of a name's MD5, as Postgres has them in `('x' || left(md5(name), 8))::bit(32)::int`: a tenth of the name's
 * size. Two names of one hash cost a repository that is resolved in vain.
 */
export const nameHash = (name: string): number => createHash("md5").update(name).digest().readInt32BE(0);
