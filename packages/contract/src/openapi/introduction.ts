import { SIGN_IN_PATH } from "../operation.ts";

/** What holds for all operations; Markdown of headings, paragraphs and inline code only. */
export const INTRODUCTION = `Knockon reads every repository of an organization, resolves what they declare into a graph whose every edge has evidence, and answers what a change hits.

## Credentials

Send a workspace API key in \`X-API-Key\`, or as \`Authorization: Bearer svc_live_…\`. A key acts as the Owner of its one workspace. What concerns people themselves (members, keys, ownership) asks for a session: the cookie \`service_access\`. The first credential that a request carries decides, in the order key, bearer, cookie.

## Signing in

Signing up, signing in and out, confirming an address and resetting a password are below \`${SIGN_IN_PATH}\`, where a library of its own answers: \`POST ${SIGN_IN_PATH}/sign-up/email\` takes \`name\`, \`email\` and \`password\`, \`POST ${SIGN_IN_PATH}/sign-in/email\` takes \`email\` and \`password\`; both set the cookie. \`POST ${SIGN_IN_PATH}/sign-out\` ends the session.

## Workspaces

Everything belongs to one workspace, and another one's is 404. A person who belongs to several names one in \`X-Workspace-Id\`, unless the path or the resource does.

## Lists

A list is a bare array, a page of \`limit\` items after \`offset\`. \`X-Total-Count\` tells how many match on all pages. Instants are UTC in ISO 8601, ids are UUIDs. Responses may gain fields; a request with an unknown one is refused.

## Limits

A key, or all sessions of a person, may make 60 mutations (everything but GET) a minute unless the deployment says otherwise. \`RateLimit\` tells how many are left, and \`Retry-After\` of a 429 when the next one passes. Reads are not limited.

## Errors

An error is \`{"detail": "…"}\`, in words for people; a 422 has one entry per fault in \`detail\` instead. \`X-Request-ID\` of every answer names the request to whoever runs the service.`;
