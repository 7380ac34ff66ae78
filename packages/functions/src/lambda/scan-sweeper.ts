import { composeAws } from "../compose/aws.ts";
import { composePayments } from "../compose/aws-payments.ts";
import { composeQueue } from "../compose/aws-ports.ts";
import { sweepAll } from "../sweep-all.ts";

const shared = composeAws(process.env, [composeQueue, composePayments]);

/** Runs every minute. */
export const handler = (): Promise<void> => sweepAll(shared);
