import type { z } from "zod";
import type {
  ConnectedOrg,
  ConnectedOrgStats,
  ConnectedOrgTest,
  NewConnectedOrg,
} from "../resources/connected-org.ts";
import type { GithubInstallation, GithubSetup } from "../resources/github-installation.ts";
import type { RepositoryReference } from "../resources/fields.ts";
import type { ListedRepository, Repository } from "../resources/repository.ts";
import type { Scan } from "../resources/scan.ts";
import type { WebhookSecret } from "../resources/webhook.ts";
import { CONSUMER_ID, ORG_ID, PRODUCER_ID, SCAN_ID, WORKSPACE_ID } from "./ids.ts";

export const producer: RepositoryReference = {
  id: PRODUCER_ID,
  name: "base-image",
  full_path: "acme/base-image",
};

export const consumer: RepositoryReference = {
  id: CONSUMER_ID,
  name: "billing",
  full_path: "acme/billing",
};

export const scan: z.infer<typeof Scan> = {
  id: SCAN_ID,
  connected_org_id: ORG_ID,
  status: "partial",
  scan_type: "incremental",
  total_repos: 128,
  scanned_repos: 9,
  skipped_repos: 118,
  failed_repos: 1,
  errors: {
    repo_errors: [
      {
        repository_id: CONSUMER_ID,
        full_path: "acme/billing",
        code: "interrupted",
        message: "The repository could not be read in four attempts.",
      },
    ],
  },
  started_at: "2026-05-12T06:01:23.000Z",
  completed_at: "2026-05-12T06:01:58.000Z",
  created_at: "2026-05-12T06:01:22.000Z",
  updated_at: "2026-05-12T06:01:58.000Z",
  interruption_count: 0,
};

const heuristicPattern = {
  name: "deploy_tool",
  pattern: "acme-deploy --service (?P<name>[a-z-]+)@(?P<version>[0-9.]+)",
  artifact_type: "git_repository",
  path: "^ci/",
} as const;

export const newConnectedOrg: z.input<typeof NewConnectedOrg> = {
  name: "acme",
  platform: "github",
  access_token: "github_pat_EXAMPLE",
  heuristic_patterns: [heuristicPattern],
  host_aliases: ["git.acme.example"],
  schedule: "30 3 * * *",
};

export const connectedOrg: ConnectedOrg = {
  id: ORG_ID,
  workspace_id: WORKSPACE_ID,
  name: "acme",
  platform: "github",
  platform_id: "1093377",
  url: "https://github.com/acme",
  heuristic_patterns: [heuristicPattern],
  host_aliases: ["git.acme.example"],
  schedule: "30 3 * * *",
  credential_status: "valid",
  repository_count: 128,
  last_scan: scan,
  created_at: "2026-03-02T09:31:00.000Z",
  updated_at: "2026-05-12T06:01:58.000Z",
};

export const githubInstallation: z.infer<typeof GithubInstallation> = {
  installation_id: "48151623",
  account: "acme",
  created_at: "2026-03-02T09:29:00.000Z",
};

export const githubSetup: z.infer<typeof GithubSetup> = {
  url: "https://github.com/apps/knockon/installations/new?state=EXAMPLE-good-for-ten-minutes",
};

export const connectedOrgTest: z.infer<typeof ConnectedOrgTest> = {
  ok: true,
  detail: "The repositories can be listed.",
};

export const connectedOrgStats: z.infer<typeof ConnectedOrgStats> = {
  repositories: 128,
  dependencies: 611,
  declarations: 9140,
  external_declarations: 7978,
  by_artifact_type: { container_image: 14, github_action: 6 },
  by_dependency_type: { container_image: 402, npm_package: 7310, github_action: 1428 },
  consumed_artifacts: 1830,
  orphan_artifacts: 3,
  health: { consumers_on_latest: 377, consumers_lagging: 91, unresolved_declarations: 34 },
  last_scan: scan,
};

export const webhookSecret: z.infer<typeof WebhookSecret> = { secret: "EXAMPLE-shown-this-once" };

export const repository: Repository = {
  ...producer,
  connected_org_id: ORG_ID,
  clone_url: "https://github.com/acme/base-image.git",
  platform_id: "40118823",
  default_branch: "main",
  archived: false,
  is_fork: false,
  last_activity_at: "2026-05-11T16:40:12.000Z",
  last_commit_sha: "9fceb02d0ae598e95dc970b74767f19372d61af8",
  last_scanned_at: "2026-05-12T06:01:31.000Z",
  created_at: "2026-03-02T09:32:10.000Z",
};

export const listedRepository: z.infer<typeof ListedRepository> = {
  ...repository,
  figures: {
    dependent_repositories_total: 14,
    dependency_repositories_total: 3,
    next_run_repositories_total: 3,
    may_next_run_repositories_total: 1,
    main_dependency_type: "container_image",
    owner: { names: ["@acme/platform"], source: "codeowners" },
    bus_factor: 2,
  },
};
