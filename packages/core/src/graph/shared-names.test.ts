import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { getGraph } from "./get-graph.ts";

const database = useTestDatabase();

const FILE = ".github/workflows/ci.yml";
const ACTION = "runs:\n  using: composite\n  steps: []\n";
const CALLER = "on: push\njobs:\n  a:\n    steps:\n      - uses: acme/actions/setup@main\n";

it("says which repositories around a root have the name of another one, also of one that is not around it", async () => {
  const workspace = await openTestWorkspace(database());
  const { ctx } = workspace;
  const org = scriptOrg({
    "acme/actions": { "setup/action.yml": ACTION },
    "acme/web": { [FILE]: CALLER },
    "acme/shop/tools": { [FILE]: CALLER },
    "acme/data/tools": { "README.md": "" },
  });
  const connectedOrgId = await workspace.connect(org);
  await workspace.scan(connectedOrgId);
  const { id: root } = await lookupRepository(ctx, { fullPath: "acme/actions" });
  const { nodes } = await getGraph(ctx, { connectedOrgId, root, depth: 1, minConfidence: 0.4 });
  const marked = nodes.map(({ metadata }) => [
    metadata.fullPath,
    "sharesName" in metadata && metadata.sharesName,
  ]);
  expect(marked).toEqual([
    ["acme/actions", undefined],
    ["acme/shop/tools", true],
    ["acme/web", undefined],
  ]);
});
