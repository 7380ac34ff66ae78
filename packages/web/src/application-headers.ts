/** What goes along with every file of the application: nothing from elsewhere is run, shown or asked. */
export const APPLICATION_HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
} as const;

/** What has its hash in its name never changes; all else, the page itself first of all, is asked for anew each time. */
export const CACHING = { assets: "public, max-age=31536000, immutable", others: "no-cache" } as const;
