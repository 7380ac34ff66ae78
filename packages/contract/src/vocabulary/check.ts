/** What the host calls the change that a check is about. A merge group is GitHub's queue of pull requests. */
export const CHANGE_KINDS = ["pull_request", "merge_group"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * `superseded`: a newer commit was pushed, or the pull request was closed, before the check ran. `failed`: the check could
 * not be made; the reason says why.
 */
export const CHECK_STATUSES = ["pending", "completed", "superseded", "failed"] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** As the host shows it. Only `failure` blocks a merge that requires the check. */
export const CHECK_CONCLUSIONS = ["success", "neutral", "failure"] as const;
export type CheckConclusion = (typeof CHECK_CONCLUSIONS)[number];

/** Who may see a repository on its host, from most to least open. `internal`: everyone with an account of the company. */
export const REPOSITORY_VISIBILITIES = ["public", "internal", "private"] as const;
export type RepositoryVisibility = (typeof REPOSITORY_VISIBILITIES)[number];

/**
 * Which repositories are named where people outside the workspace may read: `all` of them, those that are at least as
 * visible as the repository of the answer, or none (`counts`).
 */
export const NAMING_RULES = ["all", "same_visibility", "counts"] as const;
export type NamingRule = (typeof NAMING_RULES)[number];

/**
 * Where the naming rule applies: to the texts of pull requests and pipelines, or also to the answers that leave the application: those to
 * API keys and agents, and exports.
 */
export const NAMING_SCOPES = ["pull_requests", "answers"] as const;
export type NamingScope = (typeof NAMING_SCOPES)[number];
