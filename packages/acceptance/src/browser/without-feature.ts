import { Entitlements } from "@knockon/contract/resources/workspace";
import type { Feature } from "@knockon/contract/vocabulary/billing";
import type { Page } from "playwright-core";

/** Makes the API report that the workspace's plan lacks a feature. */
export const withoutFeature = (page: Page, feature: Feature): Promise<unknown> =>
  page.route(/\/entitlements$/u, async (route) => {
    const entitlements = Entitlements.parse(await (await route.fetch()).json());
    const features = { ...entitlements.features, [feature]: false };
    await route.fulfill({ json: { ...entitlements, features } });
  });
