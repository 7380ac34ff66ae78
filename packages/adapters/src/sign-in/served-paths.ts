/** The library's endpoints that the application uses. */
const SERVED = [
  /^GET \/get-session$/u,
  /^GET \/verify-email$/u,
  /^GET \/reset-password\/[^/]+$/u,
  /^GET \/callback\/(github|gitlab)$/u,
  /^POST \/sign-(up|in)\/email$/u,
  /^POST \/sign-in\/social$/u,
  /^POST \/sign-out$/u,
  /^POST \/(request-password-reset|reset-password|change-password)$/u,
  /^POST \/send-verification-email$/u,
  /^POST \/revoke-(other-)?sessions$/u,
  /^POST \/update-user$/u,
];

/** Matches paths exactly, because another spelling would have a separate rate limit. */
export const isServed = (method: string, path: string): boolean =>
  SERVED.some((served) => served.test(`${method} ${path}`));
