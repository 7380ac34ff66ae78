import { describe, expect, it } from "vitest";
import { kindOf } from "./kind-of.ts";

const kindOfText = (signature: string) => {
  const [, name = "", email = ""] = /^(.*?) ?<(.*)>$/.exec(signature) ?? [];
  return kindOf({ name, email });
};

describe("a dependency bot", () => {
  it.each([
    "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
    "dependabot-preview[bot] <27856297+dependabot-preview[bot]@users.noreply.github.com>",
    "renovate[bot] <29139614+renovate[bot]@users.noreply.github.com>",
    "Renovate Bot <bot@renovateapp.com>",
    "Mend Renovate <bot@renovateapp.com>",
    "acme-renovate <ci@acme.test>",
    "greenkeeper[bot] <23040076+greenkeeper[bot]@users.noreply.github.com>",
    "greenkeeperio-bot <support@greenkeeper.io>",
    "snyk-bot <snyk-bot@snyk.io>",
    "pyup-bot <github-bot@pyup.io>",
    "depfu[bot] <23717796+depfu[bot]@users.noreply.github.com>",
    "Scala Steward <me@scala-steward.org>",
    "whitesource-bolt-for-github[bot] <42819689+whitesource-bolt-for-github[bot]@users.noreply.github.com>",
  ])("is %s [D-9.11]", (signature) => expect(kindOfText(signature)).toBe("dependency_bot"));
});

describe("a bot or an agent", () => {
  it.each([
    "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>",
    "github-actions <github-actions@github.com>",
    "GitHub Action <action@github.com>",
    "GitHub <noreply@github.com>",
    "Actions User <actions@github.com>",
    "GitHub Merge Queue <a@acme.test>",
    "mergify[bot] <37929162+mergify[bot]@users.noreply.github.com>",
    "kodiakhq[bot] <49736102+kodiakhq[bot]@users.noreply.github.com>",
    "Kubernetes Prow Robot <k8s-ci-robot@users.noreply.github.com>",
    "k8s-ci-robot <k8s-ci-robot@users.noreply.github.com>",
    "bors <bors@rust-lang.org>",
    "TypeScript Bot <typescriptbot@microsoft.com>",
    "ReleaseBot <a@acme.test>",
    "semantic-release-bot <semantic-release-bot@martynus.net>",
    "allcontributors[bot] <46447321+allcontributors[bot]@users.noreply.github.com>",
    "pre-commit-ci[bot] <66853113+pre-commit-ci[bot]@users.noreply.github.com>",
    "Weblate <noreply@weblate.org>",
    "Hosted Weblate <hosted@weblate.org>",
    "acmebot <tools@acme.test>",
    "svc-deploy <svc-deploy@acme.test>",
    "acme_svc <a@acme.test>",
    "ACME-automation <a@acme.test>",
    "Acme Service Account <a@acme.test>",
    "acme-ci <acme-ci@acme.test>",
    "acme-platform-ci <platform+github@acme.test>",
    "ACME CI <tools@acme.test>",
    "Acme-PaaS-CI-User <paas@acme.test>",
    "camunda-jenkins <ci@camunda.com>",
    "ci.automation <ci_automation@camunda.com>",
    "github-actions[release]@users.noreply.github.com <github-actions[release]>",
    "Travis CI <travis@travis-ci.org>",
    "Jenkins <jenkins@acme.test>",
    "GitLab CI <ci@acme.test>",
    "project_12_bot_3f <project_12_bot_3f@noreply.gitlab.com>",
    "TensorFlower Gardener <gardener@tensorflow.org>",
    "copybara-service[bot] <56741989+copybara-service[bot]@users.noreply.github.com>",
    "Anyone <web-flow@users.noreply.github.com>",
    "Claude <noreply@anthropic.com>",
    "Claude Opus 4.5 <a@acme.test>",
    "Claude 3.5 Sonnet <a@acme.test>",
    "Claude Code <a@acme.test>",
    "Copilot <198982749+Copilot@users.noreply.github.com>",
    "copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>",
    "GitHub Copilot <copilot@github.com>",
    "Copilot Autofix powered by AI <62310815+github-advanced-security[bot]@users.noreply.github.com>",
    "Cursor Agent <cursoragent@cursor.com>",
    "Cursor <cursoragent@cursor.com>",
    "Devin AI <158243242+devin-ai-integration[bot]@users.noreply.github.com>",
    "Codex <noreply@openai.com>",
    "google-labs-jules[bot] <161369871+google-labs-jules[bot]@users.noreply.github.com>",
    "gemini-code-assist[bot] <176961590+gemini-code-assist[bot]@users.noreply.github.com>",
    "aider (gpt-4o) <noreply@aider.chat>",
    "openhands <openhands@all-hands.dev>",
    "coderabbitai[bot] <136622811+coderabbitai[bot]@users.noreply.github.com>",
    "gpt-engineer-app[bot] <159125892+gpt-engineer-app[bot]@users.noreply.github.com>",
    "Amp <amp@ampcode.com>",
    "opencode <noreply@opencode.ai>",
  ])("is %s [IF-2.36 D-9.11]", (signature) => expect(kindOfText(signature)).toBe("bot"));
});

describe("a human", () => {
  it.each([
    "Jane Abbott <abbott@acme.test>",
    "Botond Nagy <botond@acme.test>",
    "Jim Talbot <talbot@acme.test>",
    "talbot <talbot@acme.test>",
    "Talbot <talbot@acme.test>",
    "Svcek Jan <jan@acme.test>",
    "Claude Dupont <claude@acme.test>",
    "Claude <claude@acme.test>",
    "Devin Doe <devin@acme.test>",
    "Jules <jules@acme.test>",
    "Jane Doe <github@jane.test>",
    "Jane Doe <jane@anthropic.com>",
    "Jane Doe (aider) <jane@acme.test>",
    "Roberta Robotham <rob@acme.test>",
    "Jane Gemini <jane@google.com>",
    "Ci Wang <ci@acme.test>",
    "Wang Ci <wang-ci@acme.test>",
    "luci <luci@acme.test>",
    "ci.wang <ci.wang@acme.test>",
    "Jane Jenkins <jenkins@acme.test>",
  ])("is %s [D-9.11]", (signature) => expect(kindOfText(signature)).toBe("human"));
});
