import type { Resource } from "./resource.ts";

type Mocks = Parameters<typeof $util.runtime.setMocks>[0];

const REGION = "us-east-1";
const ACCOUNT = "123456789012";

/** Answers as AWS would and reports each resource, so that a program runs to its end without an account. */
export const pulumiMocks = (report: (resource: Resource) => void): Mocks => ({
  newResource({ type, name, inputs }) {
    const arn = arnOf(type, name);
    report({ type, name, arn, inputs });
    const url = `https://${name}.test`;
    return {
      id: `${name}-id`,
      state: {
        name,
        bucket: name,
        url,
        apiEndpoint: url,
        executionArn: arn,
        ...RANDOM_BYTES,
        ...inputs,
        arn,
      },
    };
  },
  call: ({ token, inputs }) => ANSWERS[token]?.(inputs) ?? inputs,
});

/** SST makes its encryption key of them. */
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
