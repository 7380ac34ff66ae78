import type { Grant } from "./grant.ts";
import { stagePolicy } from "./stage.ts";

type Url = Exclude<sst.aws.FunctionArgs["url"], undefined>;
type RouterRoute = Extract<$util.Unwrap<Url>, object>["router"];

interface FunctionOptions {
  /** Its folder below `dist/functions`, which `npm run build:functions` fills. */
  bundle: string;
  memory: sst.aws.FunctionArgs["memory"];
  timeout: sst.aws.FunctionArgs["timeout"];
  /** All that it may touch besides its own log. */
  grants: Grant[];
  /** The router's path that its URL streams to, where it has one. */
  streamedTo?: NonNullable<RouterRoute>;
  /** Whether anybody may ask it at a URL of its own, too. */
  hasUrl?: boolean;
}

export const createFunction = (
  name: string,
  { bundle, memory, timeout, grants, streamedTo, hasUrl = false }: FunctionOptions,
): sst.aws.Function =>
  new sst.aws.Function(name, {
    bundle: `dist/functions/${bundle}`,
    handler: "index.handler",
    runtime: "nodejs24.x",
    architecture: "arm64",
    memory,
    timeout,
    environment: Object.assign({}, ...grants.map(({ environment }) => environment)),
    permissions: grants.flatMap(({ permissions }) => permissions),
    logging: { retention: stagePolicy($app.stage).logRetention },
    // Unless it is told, SST allows every origin.
    ...(hasUrl && { url: { cors: false } }),
    ...(streamedTo && { streaming: true, url: { router: streamedTo, cors: false } }),
  });
