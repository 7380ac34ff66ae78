/** An origin whose scripts may read the test service's responses. */
export const ALLOWED_ORIGIN = "https://app.acme.example";
