import type { Part } from "../row.ts";

const SERVICE = "acceptance/src/service/rate-limit.test.ts > 500 mutations at once";
const BURST = `${SERVICE} > let exactly 60 through, %i times, and touch no other key and no read`;
const LIMIT = "api/src/limit-mutations.test.ts";
const WINDOW = "core/src/rate-limit/sliding-window.test.ts";
const SIXTY = `${WINDOW} > a limit of 60 a minute`;
const DYNAMODB = "adapters/src/rate-counter/dynamodb.test.ts > dynamodbRateCounter";
const OUTAGE = `${LIMIT} > without an answer of the counter > %s, mutations pass, logged and numbered`;
const SILENT =
  "acceptance/src/cloud/lambda.test.ts > the functions under Lambda's runtime client > let mutations pass while DynamoDB is silent, and say so";

export const RATE_LIMIT: Part = {
  title: "Rate limit",
  rows: [
    { says: "60 authenticated mutations a minute", test: BURST },
    {
      says: "Per key prefix, per user for sessions",
      test: [BURST, `${LIMIT} > 429 > is each key's own, and a user's whatever session is used`],
    },
    {
      says: "Counted after the credential is verified",
      test: `${LIMIT} > 429 > comes after 401, which does not count, and before 422, which does`,
    },
    {
      says: "A sliding window: the previous bucket weighted by what is left of it, plus the current one",
      test: `${SIXTY} > forgets a minute evenly over the next`,
    },
    {
      says: "Refused requests do not count",
      test: `${SIXTY} > lets at least 55 of a steady %i a minute through, every minute of five, whenever they begin`,
    },
    {
      says: "One conditional UpdateItem increments",
      test: `${DYNAMODB} > reads once and updates once on a condition; what is refused is only read`,
    },
    {
      says: "Expiry by TTL is never used as logic",
      test: [
        `${DYNAMODB} > lets DynamoDB delete an item a day after its minute began, and decides nothing by that`,
        "core/src/garbage/collect-rate-buckets.test.ts > what was counted of a key is deleted a day after its last minute began, and not before",
      ],
    },
    {
      says: "500 at once let exactly 60 through",
      test: [BURST, `${SIXTY} > lets exactly 60 of 500 at once through, %i ms into a minute of the clock's`],
    },
    {
      says: "A steady 60, 70 or 120 a minute for five minutes get at least 55 through every minute",
      test: `${SIXTY} > lets at least 55 of a steady %i a minute through, every minute of five, whenever they begin`,
    },
    {
      says: "After Retry-After the next request of an otherwise idle key passes",
      test: [
        `${WINDOW} > after the seconds told, and not a second before > the next request of an idle key passes, whatever came before (seed %i)`,
        `${LIMIT} > 429 > is the answer beyond the limit, with the seconds after which the next passes`,
      ],
    },
    { says: "On a counter outage: fail open after about 50 ms", test: [OUTAGE, SILENT] },
    { says: "On a counter outage: logged and counted", test: [OUTAGE, SILENT] },
    {
      says: "The header fields RateLimit and RateLimit-Policy",
      test: [BURST, `${LIMIT} > a mutation within the limit > tells so in errors too`],
    },
    {
      says: "Webhooks of git hosts are exempt",
      test: [
        "acceptance/src/service/webhooks.test.ts > POST /webhooks/%s > is not counted against any limit",
        `${LIMIT} > 429 > never answers an exempt operation`,
      ],
    },
    {
      says: "Webhooks of the payment processor are exempt",
      test: "acceptance/src/service/payments-webhook.test.ts > an event > is not counted against any limit",
    },
  ],
};
