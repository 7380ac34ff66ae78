/** First baseline: the smallest Lambda handler with Hono. */
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";

const app = new Hono();
app.get("*", (c) => c.json({ detail: "Authentication required." }, 401));

export const handler = handle(app);
