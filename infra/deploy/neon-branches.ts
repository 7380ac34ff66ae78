const API = "https://console.neon.tech/api/v2";
/** Neon refuses to change a branch while it still changes it: 423. */
const BUSY = 423;
const MAX_ATTEMPTS = 10;

export interface Branch {
  id: string;
  name: string;
  createdAt: Date;
}

export interface NeonOptions {
  projectId: string;
  apiKey: string;
  /** The database and its owner, alike in all branches. */
  database: string;
  role: string;
  /** Neon's own unless given. */
  api?: string;
  /** Between attempts. */
  patienceMs?: number;
}

interface BranchAnswer {
  id: string;
  name: string;
  created_at: string;
}

/** The branches of one Neon project. Errors name what was asked and what Neon said, and no key. */
export function neonBranches({
  projectId,
  apiKey,
  database,
  role,
  api = API,
  patienceMs = 2000,
}: NeonOptions) {
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${api}/projects/${projectId}${path}`, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      if (response.status !== BUSY || attempt === MAX_ATTEMPTS)
        throw new Error(`Neon answered ${response.status} to ${method} ${path}: ${text.slice(0, 300)}`);
      await new Promise((resolve) => setTimeout(resolve, patienceMs));
    }
  }

  return {
    async list(): Promise<Branch[]> {
      const { branches } = await ask<{ branches: BranchAnswer[] }>("GET", "/branches?limit=10000");
      return branches.map(toBranch);
    },
    /** Of the project's default branch. */
    async create(name: string): Promise<Branch> {
      const body = { branch: { name }, endpoints: [{ type: "read_write" }] };
      return toBranch((await ask<{ branch: BranchAnswer }>("POST", "/branches", body)).branch);
    },
    async delete({ id }: Branch): Promise<void> {
      await ask("DELETE", `/branches/${id}`);
    },
    /** Through Neon's pooler for functions, directly for migrations. */
    async url({ id }: Branch, { pooled }: { pooled: boolean }): Promise<string> {
      const query = new URLSearchParams({
        branch_id: id,
        database_name: database,
        role_name: role,
        pooled: String(pooled),
      });
      return (await ask<{ uri: string }>("GET", `/connection_uri?${query}`)).uri;
    },
  };
}

const toBranch = ({ id, name, created_at }: BranchAnswer): Branch => ({
  id,
  name,
  createdAt: new Date(created_at),
});
