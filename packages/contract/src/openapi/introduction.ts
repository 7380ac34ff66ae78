import { SIGN_IN_PATH } from "../operation.ts";

/** The description of the API. Markdown, limited to headings, paragraphs and inline code. */
export const INTRODUCTION = `Knockon reads the repositories of an organization, resolves their declarations into a dependency graph, and reports the impact of a change. Every edge of the graph has evidence and a confidence.

## Authentication

Send a workspace API key in \`X-API-Key\` or as \`Authorization: Bearer svc_live_…\`. A key acts as the Owner of its workspace. Some operations, such as managing members and keys, require a user session: the cookie \`service_access\`. If a request has several credentials, the first one decides, in the order API key header, bearer token, cookie.

## Sign-in

Endpoints below \`${SIGN_IN_PATH}\` sign users up, in and out, verify email addresses and reset passwords. \`POST ${SIGN_IN_PATH}/sign-up/email\` takes \`name\`, \`email\` and \`password\`. \`POST ${SIGN_IN_PATH}/sign-in/email\` takes \`email\` and \`password\`. Both set the session cookie. \`POST ${SIGN_IN_PATH}/sign-out\` ends the session.

## Workspaces

Every resource belongs to one workspace. Resources of other workspaces return 404. Users who belong to several workspaces select one with \`X-Workspace-Id\`, unless the path or the resource identifies it.

## Pagination

Lists are JSON arrays. Use \`limit\` and \`offset\` to paginate. \`X-Total-Count\` is the number of matching items across all pages. If the workspace applies its naming rule to answers, answers about a repository leave out repositories that its readers might not see, and \`unnamed\` or \`X-Unnamed-Count\` counts them. Many lists take \`sort\`: a field, or \`-\` and a field for descending. With \`Accept: text/csv\`, a list returns all matching items as CSV, regardless of \`limit\` and \`offset\`. Text that a spreadsheet would run as a formula starts with an apostrophe. Timestamps are UTC in ISO 8601 format, and IDs are UUIDs. Responses may gain fields. Requests with unknown fields are rejected.

## Rate limits

Each API key can make 60 mutations per minute unless the deployment configures another limit. All sessions of a user share one limit. A mutation is any request other than GET. \`RateLimit\` contains the remaining mutations. After a 429, wait for the number of seconds in \`Retry-After\`. Reads are not limited.

## Errors

Errors have the form \`{"detail": "…"}\`. The \`detail\` of a 422 is an array with one entry per issue. \`X-Request-ID\` identifies the request in the logs of the service.`;
