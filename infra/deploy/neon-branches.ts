const API = "https://console.neon.tech/api/v2";
/** Status while another operation on the project is running. */
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
  /** Database and owner, the same in all branches. */
  database: string;
  role: string;
  /** Defaults to Neon's API. */
  api?: string;
  /** Wait between attempts. */
  retryDelayMs?: number;
}

interface BranchResponse {
  id: string;
  name: string;
  created_at: string;
}

/** Client for the branches of one Neon project. Errors contain request and response, never the API key. */
export function neonBranches({
  projectId,
  apiKey,
  database,
  role,
  api = API,
  retryDelayMs = 2000,
}: NeonOptions) {
  async function send<T>(method: string, path: string, body?: object): Promise<T> {
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
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }

  return {
    async list(): Promise<Branch[]> {
      const { branches } = await send<{ branches: BranchResponse[] }>("GET", "/branches?limit=10000");
      return branches.map(toBranch);
    },
    /** Creates a branch of the default branch. */
    async create(name: string): Promise<Branch> {
      const body = { branch: { name }, endpoints: [{ type: "read_write" }] };
      return toBranch((await send<{ branch: BranchResponse }>("POST", "/branches", body)).branch);
    },
    async delete({ id }: Branch): Promise<void> {
      await send("DELETE", `/branches/${id}`);
    },
    /** Returns the connection URL: pooled for functions, direct for migrations. */
    async url({ id }: Branch, { pooled }: { pooled: boolean }): Promise<string> {
      const query = new URLSearchParams({
        branch_id: id,
        database_name: database,
        role_name: role,
        pooled: String(pooled),
      });
      return (await send<{ uri: string }>("GET", `/connection_uri?${query}`)).uri;
    },
  };
}

const toBranch = ({ id, name, created_at }: BranchResponse): Branch => ({
  id,
  name,
  createdAt: new Date(created_at),
});
