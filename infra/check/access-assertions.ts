import { receivePaymentsWebhook } from "@knockon/contract/operations/webhook";
import { STREAMED_OPERATIONS } from "@knockon/functions/operation-needs";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";
import { bundleOf } from "./bundles.ts";

const WITH_URL = [
  ...STREAMED_OPERATIONS.map((operation) => `Stream${functionOf(operation)}`),
  functionOf(receivePaymentsWebhook),
];

/** SST lets principals of the account assume the role of a function, as far as their own policy allows it. */
const OF_FUNCTIONS = "arn:aws:iam::123456789012:root, lambda.amazonaws.com";
const OF_SCHEDULES = "scheduler.amazonaws.com";
const PRINCIPAL = /"(?:\*|[\w-]+\.amazonaws\.com|arn:aws:(?:iam|sts)::[^"]*)"/gu;

export const accessAssertions: Assertions = {
  "each function runs its own code": ({ bundles }) =>
    Object.entries(bundles)
      .filter(([name, bundle]) => bundle !== `dist/functions/${bundleOf(name)}`)
      .map(([name, bundle]) => `${name}: ${bundle}`),

  "functions are invoked by the gateway that routes to them, and by everyone only through a function URL": ({
    permissions,
    routes,
  }) =>
    compareLists(
      [
        ...new Set(
          permissions.map(
            ({ functionName, principal, action, sourceArn, invokedViaFunctionUrl, functionUrlAuthType }) =>
              `${functionName} by ${principal}: ${action}, ${[
                sourceArn?.split(":").at(-1),
                invokedViaFunctionUrl === true ? "through its URL" : undefined,
                functionUrlAuthType,
              ]
                .filter(Boolean)
                .join()}`,
          ),
        ),
      ],
      [
        ...new Set(
          routes.map(
            ({ functionName }) =>
              `${functionName} by apigateway.amazonaws.com: lambda:InvokeFunction, ApiApi/*`,
          ),
        ),
        ...WITH_URL.flatMap((name) => [
          `${name} by *: lambda:InvokeFunction, through its URL`,
          `${name} by *: lambda:InvokeFunctionUrl, NONE`,
        ]),
      ],
    ),

  "roles are assumed by their service": ({ roles, functions }) => {
    const ofFunctions = new Set(functions.map(({ role }) => role));
    return roles
      .map(({ name, arn, assumeRolePolicy }) => {
        const policy =
          typeof assumeRolePolicy === "string" ? assumeRolePolicy : JSON.stringify(assumeRolePolicy);
        const principals = [...policy.matchAll(PRINCIPAL)].map(([text]) => text.slice(1, -1)).toSorted();
        return { name, principals: principals.join(", "), isOfFunction: ofFunctions.has(arn) };
      })
      .filter(({ principals, isOfFunction }) => principals !== (isOfFunction ? OF_FUNCTIONS : OF_SCHEDULES))
      .map(({ name, principals }) => `${name}: ${principals}`);
  },
};
