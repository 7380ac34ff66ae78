import * as operations from "@knockon/contract/operations/artifact";
import { getArtifact } from "@knockon/core/artifact/get-artifact";
import { route } from "../route.ts";

export const getArtifactRoute = route(operations.getArtifact, (ctx, { params }) => getArtifact(ctx, params));
