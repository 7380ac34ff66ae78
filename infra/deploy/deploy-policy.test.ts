import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

interface Statement {
  Action: string | string[];
  Resource: string;
  Condition?: object;
}

it("the deploy role's policy allows roles of this product only", async () => {
  const text = await readFile(new URL("deploy-policy.json", import.meta.url), "utf8");
  const { Statement: statements } = JSON.parse(text) as { Statement: Statement[] };
  const onRoles = statements.filter(({ Action }) =>
    [Action].flat().some((action) => action.startsWith("iam:")),
  );
  expect(onRoles.length).toBeGreaterThan(0);
  for (const { Resource } of onRoles) expect(Resource).toBe("arn:aws:iam::*:role/knockon-*");
  const givingRights = onRoles.filter(({ Action }) =>
    /PassRole|AttachRolePolicy/u.test(JSON.stringify(Action)),
  );
  expect(givingRights.map(({ Condition }) => Condition !== undefined)).toEqual([true, true]);
  expect(text).not.toContain('"iam:*"');
});
