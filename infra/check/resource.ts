/** A resource that the program requests from AWS. */
export interface Resource {
  type: string;
  name: string;
  arn: string;
  inputs: object;
}

/** The result of evaluating a stage's program. */
export interface Evaluation {
  /** The custom domain, or null if the stage is served from CloudFront's. */
  domain: string | null;
  app: { stage: string; removal: string; protect: boolean };
  resources: Resource[];
  /** The folder with the code of each function, by the function's name. */
  bundles: Record<string, string>;
}

/** Inputs that the assertions read, by resource type. */
export interface Inputs {
  "aws:lambda/function:Function": {
    role: string;
    timeout: number;
    memorySize: number;
    ephemeralStorage?: { size: number };
    reservedConcurrentExecutions?: number;
    runtime: string;
    architectures: string[];
    environment?: { variables: Record<string, string> };
    loggingConfig: { logGroup: string };
  };
  "aws:iam/role:Role": {
    assumeRolePolicy: string | object;
    inlinePolicies: { policy: string }[];
    managedPolicyArns?: string[];
  };
  "aws:lambda/permission:Permission": {
    action: string;
    function: string;
    principal: string;
    sourceArn?: string;
    functionUrlAuthType?: string;
    invokedViaFunctionUrl?: boolean;
  };
  "aws:apigatewayv2/api:Api": { corsConfiguration?: { allowOrigins?: string[] } };
  "aws:apigatewayv2/route:Route": { routeKey: string; target: string };
  "aws:apigatewayv2/integration:Integration": { integrationUri: string };
  "aws:sqs/queue:Queue": {
    messageRetentionSeconds?: number;
    visibilityTimeoutSeconds: number;
    redrivePolicy?: string;
  };
  "aws:lambda/eventSourceMapping:EventSourceMapping": {
    eventSourceArn: string;
    functionName: string;
    enabled?: boolean;
    batchSize: number;
    maximumBatchingWindowInSeconds?: number;
    functionResponseTypes: string[];
    scalingConfig?: { maximumConcurrency: number };
  };
  "aws:scheduler/schedule:Schedule": {
    scheduleExpression: string;
    state: string;
    target: { arn: string; roleArn: string };
  };
  "aws:dynamodb/table:Table": {
    billingMode: string;
    hashKey: string;
    rangeKey?: string;
    ttl?: { enabled: boolean; attributeName: string };
  };
  "aws:lambda/functionUrl:FunctionUrl": {
    functionName: string;
    authorizationType: string;
    invokeMode?: string;
    cors?: object;
  };
  "aws:cloudfront/function:Function": { code: string };
  "aws:cloudfront/distribution:Distribution": {
    aliases: string[];
    viewerCertificate: { acmCertificateArn?: string; minimumProtocolVersion?: string };
    defaultCacheBehavior: { responseHeadersPolicyId?: string; viewerProtocolPolicy: string };
  };
  "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy": {
    securityHeadersConfig: {
      contentSecurityPolicy: { contentSecurityPolicy: string; override: boolean };
      referrerPolicy: { referrerPolicy: string; override: boolean };
      contentTypeOptions: { override: boolean };
    };
  };
  "aws:cloudfront/cachePolicy:CachePolicy": {
    defaultTtl: number;
    parametersInCacheKeyAndForwardedToOrigin: {
      headersConfig: { headers?: { items: string[] } };
      cookiesConfig: { cookies?: { items: string[] } };
      queryStringsConfig: { queryStringBehavior: string };
    };
  };
  "aws:cloudwatch/metricAlarm:MetricAlarm": {
    namespace: string;
    metricName: string;
    alarmDescription: string;
    actionsEnabled?: boolean;
    alarmActions: string[];
    okActions: string[];
    dimensions?: Record<string, string>;
    statistic: string;
    threshold: number;
    comparisonOperator: string;
    period: number;
    evaluationPeriods: number;
    treatMissingData: string;
  };
  "aws:cloudwatch/logMetricFilter:LogMetricFilter": {
    logGroupName: string;
    pattern: string;
    metricTransformation: { namespace: string; name: string; value: string };
  };
  "aws:cloudwatch/dashboard:Dashboard": { dashboardBody: string };
  "aws:sns/topic:Topic": object;
  "aws:sns/topicSubscription:TopicSubscription": { topic: string; protocol: string; endpoint: string };
  "aws:budgets/budget:Budget": {
    limitAmount: string;
    notifications: {
      notificationType: string;
      threshold: number;
      thresholdType: string;
      subscriberEmailAddresses: string[];
    }[];
  };
  "aws:cloudwatch/logGroup:LogGroup": { name: string; retentionInDays: number };
  "aws:route53/record:Record": { name: string; type: string };
  "aws:s3/bucket:Bucket": { bucket: string };
  "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": {
    bucket: string;
    blockPublicAcls?: boolean;
    ignorePublicAcls?: boolean;
    blockPublicPolicy?: boolean;
    restrictPublicBuckets?: boolean;
  };
  "aws:s3/bucketPolicy:BucketPolicy": { bucket: string; policy: string };
  "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": {
    bucket: string;
    rules: {
      id: string;
      expiration?: object;
      abortIncompleteMultipartUpload?: { daysAfterInitiation: number };
    }[];
  };
  "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration": { corsRules: { allowedOrigins: string[] }[] };
}
