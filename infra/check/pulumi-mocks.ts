import type { Resource } from "./resource.ts";

type Mocks = Parameters<typeof $util.runtime.setMocks>[0];

const REGION = "us-east-1";
const ACCOUNT = "123456789012";

/** Responds like AWS and reports each resource, so that a program can be evaluated without an account. */
export const pulumiMocks = (report: (resource: Resource) => void): Mocks => ({
  newResource({ type, name, inputs }) {
    const arn = arnOf(type, name);
    report({ type, name, arn, inputs: withoutSecrecy(inputs) as object });
    const url = `https://${name}.test`;
    return {
      id: `${name}-id`,
      state: {
        name,
        bucket: name,
        url,
        apiEndpoint: url,
        functionUrl: url,
        domainName: `${name}.test`,
        bucketRegionalDomainName: `${name}.s3.test`,
        executionArn: arn,
        zoneId: `${name}-zone`,
        ...(type === "aws:acm/certificate:Certificate" && { domainValidationOptions: [VALIDATION] }),
        ...RANDOM_BYTES,
        ...inputs,
        arn,
      },
    };
  },
  call: ({ token, inputs }) => ANSWERS[token]?.(inputs) ?? inputs,
});

/** Key with which Pulumi wraps secret values. */
const SECRET_KEY = "4dabf18193072939515e22adb298388d";

/** Unwraps secrets for the assertions. All of them are test values. */
function withoutSecrecy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrecy);
  if (SECRET_KEY in value && "value" in value) return withoutSecrecy(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecrecy(inner)]));
}

/** The DNS record by which a certificate's domain is validated. */
const VALIDATION = {
  resourceRecordType: "CNAME",
  resourceRecordName: "_proof.test",
  resourceRecordValue: "proof",
};

/** SST derives its encryption key from these bytes. */
const RANDOM_BYTES = { base64: Buffer.alloc(32).toString("base64") };

const ANSWERS: Record<string, (inputs: object) => object> = {
  "aws:index/getRegion:getRegion": () => ({ id: REGION, name: REGION, region: REGION }),
  "aws:index/getCallerIdentity:getCallerIdentity": () => ({ accountId: ACCOUNT }),
  "aws:index/getPartition:getPartition": () => ({ partition: "aws", dnsSuffix: "amazonaws.com" }),
  "aws:iam/getPolicyDocument:getPolicyDocument": (inputs) => ({ ...inputs, json: JSON.stringify(inputs) }),
};

/** `aws:lambda/function:Function` → `arn:aws:lambda:<region>:<account>:function:<name>`. */
function arnOf(type: string, name: string): string {
  const [, service, kind] = type.split(/[:/]/u);
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${kind}:${name}`;
}
