/// <reference path="./.sst/platform/config.d.ts" />

export default $config({
  async app(input) {
    const { stagePolicy } = await import("./infra/stage.ts");
    const { removal, protect } = stagePolicy(input.stage);
    return { name: "knockon", home: "aws", removal, protect };
  },
  async run() {
    const { router } = await import("./infra/router.ts");
    await import("./infra/web.ts");
    const { paymentsWebhookUrl } = await import("./infra/api.ts");
    await import("./infra/sign-in.ts");
    await import("./infra/mcp.ts");
    await import("./infra/workers.ts");
    await import("./infra/alarm.ts");
    return { url: router.url, paymentsWebhookUrl };
  },
});
