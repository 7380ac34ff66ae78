/** Response headers of every file of the application. They block all content from other origins. */
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

/** Cache-Control headers. Assets have a content hash in their name; other files are revalidated. */
export const CACHING = { assets: "public, max-age=31536000, immutable", others: "no-cache" } as const;
