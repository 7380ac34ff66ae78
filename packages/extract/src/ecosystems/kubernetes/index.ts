import { isYamlPath, YAML_EXTENSIONS } from "../../document/first-look.ts";
import type { Ecosystem } from "../../ecosystem.ts";
import type { KubernetesFacts } from "./facts.ts";
import { mentionsChart } from "../../named-chart.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

const JSON_FILE = /\.json$/i;
/** A JSON object that starts like a manifest. */
const JSON_MANIFEST = /^\s{0,100}\{[^{}[\]]{0,500}"(?:apiVersion|kind)"\s{0,20}:/;
/** A definition of custom resources, which has no dependencies and may be large. */
const JSON_DEFINITION = /^\s{0,100}\{[^{}[\]]{0,500}"apiVersion"\s{0,20}:\s{0,20}"apiextensions\.k8s\.io\//;
const MANIFEST = [/^["']?apiVersion["']?[ \t]*:/m, /^["']?kind["']?[ \t]*:/m];
const MENTION = /image|repoURL|toolkit\.fluxcd\.io|tekton\.dev|crossplane\.io/i;
/** Every manifest with a dependency passes this test. */
const isRelevant = (text: string): boolean => MENTION.test(text) || mentionsChart(text);

const claims = ({ path, text }: { path: string; text: string }): boolean =>
  JSON_FILE.test(path)
    ? JSON_MANIFEST.test(text) &&
      text.includes('"apiVersion"') &&
      !JSON_DEFINITION.test(text) &&
      isRelevant(text)
    : isYamlPath(path) && isRelevant(text) && MANIFEST.every((key) => key.test(text));

/** Manifests of Kubernetes, Argo, Flux, Tekton and Crossplane. */
export const kubernetes: Ecosystem<KubernetesFacts> = {
  id: "kubernetes",
  extensions: new RegExp(`^json$|${YAML_EXTENSIONS.source}`),
  claims,
  read,
  link,
};
