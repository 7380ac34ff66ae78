import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { compareLists, functionOf, type Assertions } from "./assertion.ts";

/** Alarms of production. */
const ALARMS = [
  "DeadLettersLeft",
  "MessagesGivenUp",
  "MutationsNotCounted",
  "ServerErrors",
  "StreamExportWorkspaceServerErrors",
  "StreamGetGraphServerErrors",
  "SweepsFailed",
];

export const alarmAssertions: Assertions = {
  "production alarms on dead letters, 5xx, failed sweeps and uncounted mutations; other stages have no alarms":
    ({ stage, alarms }) =>
      compareLists(
        alarms.map(({ name }) => name),
        stage === "production" ? ALARMS : [],
      ),

  "alarms notify the topic, and missing data does not trigger them": ({ alarms }) =>
    alarms
      .filter(
        ({ alarmActions, treatMissingData }) =>
          alarmActions.length !== 1 || treatMissingData !== "notBreaching",
      )
      .map(({ name }) => name),

  "each uncounted mutation counts in the alarm's metric": ({ stage, logMetrics, alarms }) => {
    const { namespace, metricName } = alarms.find(({ name }) => name === "MutationsNotCounted") ?? {};
    const mutations =
      stage === "production" ? [...OPERATIONS.filter(isRateLimited).map(functionOf), "Mcp"] : [];
    return [
      ...compareLists(
        logMetrics.map(({ functionName }) => functionName),
        mutations,
      ),
      ...logMetrics
        .filter(({ metric }) => metric.namespace !== namespace || metric.name !== metricName)
        .map(({ functionName }) => functionName),
      ...logMetrics
        .filter(({ pattern }) => pattern !== '{ $.message = "mutation not counted" }')
        .map(({ functionName, pattern }) => `${functionName}: ${pattern}`),
    ];
  },
};
