import { stagePolicy } from "./stage.ts";

type Permission = ReturnType<typeof sst.aws.permission>;

/** Environment variables and permissions of a function. SST's links grant every action; a grant names each one. */
export interface Grant {
  environment: Record<string, $util.Input<string>>;
  permissions: Permission[];
}

export const grant = (
  environment: Grant["environment"],
  ...permissions: Parameters<typeof sst.aws.permission>[0][]
): Grant => ({ environment, permissions: permissions.map((permission) => sst.aws.permission(permission)) });

type Url = Exclude<sst.aws.FunctionArgs["url"], undefined>;
type RouterRoute = Extract<$util.Unwrap<Url>, object>["router"];

interface FunctionOptions {
  /** Folder below `dist/functions`, which `npm run build:functions` fills. */
  bundle: string;
  memory: sst.aws.FunctionArgs["memory"];
  timeout: sst.aws.FunctionArgs["timeout"];
  /** Everything the function may access besides its own log. */
  grants: Grant[];
  /** Size of `/tmp`; 512 MB if absent. */
  storage?: sst.aws.FunctionArgs["storage"];
  /** The router path that streams from the function's URL. */
  streamedTo?: NonNullable<RouterRoute>;
  /** Adds a public function URL. */
  hasUrl?: boolean;
}

export const createFunction = (
  name: string,
  { bundle, memory, timeout, grants, storage, streamedTo, hasUrl = false }: FunctionOptions,
): sst.aws.Function =>
  new sst.aws.Function(name, {
    bundle: `dist/functions/${bundle}`,
    handler: "index.handler",
    runtime: "nodejs24.x",
    architecture: "arm64",
    memory,
    timeout,
    ...(storage && { storage }),
    environment: Object.assign({}, ...grants.map(({ environment }) => environment)),
    permissions: grants.flatMap(({ permissions }) => permissions),
    logging: { retention: stagePolicy($app.stage).logRetention },
    // SST allows every origin by default.
    ...(hasUrl && { url: { cors: false } }),
    ...(streamedTo && { streaming: true, url: { router: streamedTo, cors: false } }),
  });
