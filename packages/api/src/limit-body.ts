import { bodyLimit } from "hono/body-limit";
import { InvalidRequestError } from "./validation-issue.ts";

/** One MiB; the specification knows no 413. */
export const limitBody = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new InvalidRequestError([{ loc: ["body"], msg: "The body exceeds 1 MiB.", type: "too_big" }]);
  },
});
