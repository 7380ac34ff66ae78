import type { Place, UsedRole } from "./facts.ts";

/** Configurations and source sets of tests: `testImplementation`, `androidTestApi`, `kspTest`, `jmh`. */
const TEST = /^(?:test|jmh|gatling)(?=[A-Z]|s?$)|Test(?=[A-Z]|s?$)/;
const DEVELOPMENT =
  /^(?:developmentOnly|testAndDevelopmentOnly|detekt\w*|ktlint\w*|checkstyle|spotbugs\w*|pmd|codenarc|lintChecks|dokka\w*|jacoco\w*|asciidoctor\w*)$/;
const BUILD =
  /^(?:kapt|ksp|classpath|antlr|errorprone)(?=[A-Z]|$)|[aA]nnotationProcessor$|[cC]ompilerPlugin\w*$/;

/** Returns what the dependencies of a configuration are needed for. */
export function roleOfConfiguration(configuration: string, { isTest }: Pick<Place, "isTest">): UsedRole {
  if (isTest || TEST.test(configuration)) return "test";
  if (DEVELOPMENT.test(configuration)) return "dev";
  return BUILD.test(configuration) ? "build" : "runtime";
}

/** Whether a block contains the dependencies of tests: a source set, or `testing { suites { … } }`. */
export const isTestBlock = (name: string): boolean => TEST.test(name) || name === "testing";
