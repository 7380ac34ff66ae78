/** Of the library's endpoints what the application uses; sessions have no ids for browsers, and tokens of others stay here. */
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

/** Exactly as written: another spelling of a path would have a limit of its own. */
export const isServed = (method: string, path: string): boolean =>
  SERVED.some((served) => served.test(`${method} ${path}`));
