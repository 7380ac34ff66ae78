/** A list price in US dollars, without free tiers and discounts. */
interface Price {
  dollars: number;
  /** Page that lists the price, for us-east-1. */
  source: string;
}

const aws = (page: string, dollars: number): Price => ({
  dollars,
  source: `https://aws.amazon.com/${page}/pricing/`,
});
const NEON = "https://neon.com/pricing";

/** Month in which the prices were last compared with their sources. */
export const PRICES_OF = "2026-06";

/** Prices per unit. A GB is 10⁹ bytes; where AWS counts 2³⁰, actual costs are lower. */
export const PRICES = {
  lambdaRequest: aws("lambda", 0.2e-6),
  /** On arm64, as `infra/function.ts` configures. */
  lambdaGbSecond: aws("lambda", 0.0000133334),
  /** Standard queue plus the surcharge for fair queues. */
  sqsRequest: aws("sqs", 0.5e-6),
  gatewayRequest: aws("api-gateway", 1e-6),
  cloudfrontRequest: aws("cloudfront", 1e-6),
  cloudfrontFunction: aws("cloudfront", 0.1e-6),
  cloudfrontGb: aws("cloudfront", 0.085),
  dynamodbRead: aws("dynamodb", 0.125e-6),
  dynamodbWrite: aws("dynamodb", 0.625e-6),
  s3Put: aws("s3", 5e-6),
  s3Get: aws("s3", 0.4e-6),
  s3GbMonth: aws("s3", 0.023),
  logGb: aws("cloudwatch", 0.5),
  logGbMonth: aws("cloudwatch", 0.03),
  /** From functions to Neon and the git hosts over the internet. */
  egressGb: aws("ec2/on-demand", 0.09),
  alarmMonth: aws("cloudwatch", 0.1),
  metricMonth: aws("cloudwatch", 0.3),
  schedulerRun: aws("eventbridge", 1e-6),
  neonComputeHour: { dollars: 0.106, source: NEON },
  neonGbMonth: { dollars: 0.35, source: NEON },
  /** History of changes, for restoring at a point in time. */
  neonHistoryGbMonth: { dollars: 0.2, source: NEON },
  /** From Neon to the functions, above the included amount. */
  neonTransferGb: { dollars: 0.1, source: NEON },
} satisfies Record<string, Price>;
