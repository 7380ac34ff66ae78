/// <reference path="./.sst/platform/config.d.ts" />

export default $config({
  async app(input) {
    const { stagePolicy } = await import("./infra/stage.ts");
    const { removal, protect } = stagePolicy(input.stage);
    return { name: "knockon", home: "aws", removal, protect };
  },
  async run() {
    const { api } = await import("./infra/gateway.ts");
    await import("./infra/api.ts");
    await import("./infra/sign-in.ts");
    await import("./infra/scan-worker.ts");
    await import("./infra/cron.ts");
    return { api: api.url };
  },
});
