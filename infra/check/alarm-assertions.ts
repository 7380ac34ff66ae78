import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { compareLists, functionOf, type Assertions } from "./assertion.ts";

/** What production is woken by. */
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
  "production is told of dead letters, 5xx, sweeps that fail and mutations that are not counted; others of nothing":
    ({ stage, alarms }) =>
      compareLists(
        alarms.map(({ name }) => name),
        stage === "production" ? ALARMS : [],
      ),

  "alarms reach somebody, and silence is no alarm": ({ alarms }) =>
    alarms
      .filter(
        ({ alarmActions, treatMissingData }) =>
          alarmActions.length !== 1 || treatMissingData !== "notBreaching",
      )
      .map(({ name }) => name),

  "each mutation that is not counted is, in the metric of its alarm": ({ stage, logMetrics, alarms }) => {
    const { namespace, metricName } = alarms.find(({ name }) => name === "MutationsNotCounted") ?? {};
    const mutations = stage === "production" ? OPERATIONS.filter(isRateLimited).map(functionOf) : [];
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
