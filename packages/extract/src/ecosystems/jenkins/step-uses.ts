import { callArguments, type StepCall } from "./step-arguments.ts";
import type { Program } from "./program.ts";
import { useOf, type Use } from "./uses.ts";

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Groovy, the structure of pipelines, and the steps of Jenkins and its common plugins. */
const KNOWN = new Set(
  words(`
    abstract as assert break case catch class const continue def default do else enum extends final finally for if implements
    import in instanceof interface new package private protected public return static super switch synchronized this throw
    throws trait try var void while print println printf sprintf evaluate sleep
    pipeline agent any none label image docker dockerfile kubernetes stages stage steps step script post always changed fixed
    regression aborted failure success unstable unsuccessful cleanup when branch tag expression environment not allOf anyOf
    changeset changeRequest changelog buildingTag equals triggeredBy isRestartedRun beforeAgent beforeInput beforeOptions
    options parameters triggers tools tool input parallel matrix axes axis excludes exclude failFast libraries lib library
    node ws withEnv withCredentials withContext withChecks withMaven withGradle withAnt withNPM withSonarQubeEnv withDocker
    withDockerContainer withDockerRegistry withDockerServer withKubeConfig withKubeCredentials withVault withAWS
    withCoverage withKafkaLog withGroovy withPythonEnv
    sh bat powershell pwsh echo error warnError catchError retry timeout timestamps ansiColor waitUntil build
    checkout git scm svn dir deleteDir cleanWs pwd isUnix fileExists readFile writeFile readJSON writeJSON readYaml
    writeYaml readProperties readManifest readMavenPom writeMavenPom readCSV writeCSV readTrusted load findFiles touch zip
    unzip tar untar sha1 sha256 tee stash unstash archive unarchive archiveArtifacts copyArtifacts fingerprint junit xunit
    nunit testNG cucumber publishHTML publishCoverage publishChecks publishTestResults recordIssues recordCoverage
    scanForIssues publishIssues jacoco cobertura perfReport robot allure discoverReferenceBuild discoverGitReferenceBuild
    mineRepository gitDiffStat emailext mail slackSend slackUploadFile office365ConnectorSend mattermostSend hipchatSend
    discordSend telegramSend googlechatnotification rocketSend irc properties lock milestone throttle resolveScm
    disableConcurrentBuilds buildDiscarder logRotator skipDefaultCheckout skipStagesAfterUnstable
    checkoutToSubdirectory preserveStashes quietPeriod newContainerPerStage parallelsAlwaysFailFast overrideIndexTriggers
    durabilityHint disableResume rateLimitBuilds githubProjectProperty gitLabConnection cron pollSCM upstream githubPush
    GenericTrigger issueCommentTrigger string text booleanParam choice password credentials file run usernamePassword
    usernameColonPassword sshUserPrivateKey sshagent certificate aws azureServicePrincipal vaultString hashicorpVault
    configFileProvider configFile managedFile wrap container yaml
    yamlFile yamlMergeStrategy inheritFrom defaultContainer workingDir workspaceVolume serviceAccount namespace cloud idleMinutes
    customWorkspace reuseNode registryUrl registryCredentialsId additionalBuildArgs filename alwaysPull values message submitter
    submitterParameter pattern comparator pipelineTriggers choices defaultValue description containerLog containerTemplate containerTemplates podTemplate
    envVar envVars secretEnvVar emptyDirVolume hostPathVolume secretVolume configMapVolume persistentVolumeClaim nodesByLabel
    setGitHubPullRequestStatus githubNotify gitHubPRStatus updateGitlabCommitStatus gitlabCommitStatus gitlabBuilds
    addGitLabMRComment gitTag gitPush publishGitHubRelease bitbucketStatusNotify notifyBitbucket step currentBuild
    httpRequest jiraComment jiraSendBuildInfo jiraSendDeploymentInfo waitForQualityGate sonarScanner dependencyCheck
    dependencyCheckPublisher snykSecurity nexusPolicyEvaluation nexusPublisher nexusArtifactUploader rtServer rtUpload
    rtDownload rtMavenRun rtMavenResolver rtMavenDeployer rtPublishBuildInfo rtBuildInfo jf s3Upload s3Download s3Delete
    s3FindFiles s3Copy ecrLogin cfnUpdate cfnDelete azureUpload azureDownload azureCLI azureWebAppPublish acsDeploy
    googleStorageUpload openshift openshiftBuild openshiftDeploy ansiblePlaybook ansibleAdhoc ansibleVault ansibleTower
    terraformApply salt sshCommand sshGet sshPut sshScript sshPublisher ftpPublisher cifsPublisher rsync dockerNode
    dockerPush dockerBuildAndPublish realtimeJUnit splitTests buildName buildDescription addBadge addShortText
    addHtmlBadge addInfoBadge addWarningBadge addErrorBadge createSummary manager ansi xvfb svnTag exws exwsAllocate
    sauce browserstack nodejs nvm rvm pyenv conda virtualenv getContext validateDeclarativePipeline jobDsl job
    folder pipelineJob multibranchPipelineJob freeStyleJob matrixJob mavenJob organizationFolder listView queue publishers
    scmGit gitSCM modernSCM legacySCM github gitlab bitbucket perforce p4sync hg checkpoint semaphore barrier parallelTestExecutor getDiff
    catchInterruptions compareVersions prependToFile nexusIQ env params Jenkins System Math Thread Date
    java javax groovy hudson jenkins org com io net it args config
  `),
);

/** More different steps than any pipeline calls. */
const MAX_STEPS = 50;

/**
 * Returns the first call of each step that is neither known nor defined in the file: `buildApp(…)`, `buildApp name: 'x'`,
 * `buildApp { … }`, or `infra.login(…)`. A library that Jenkins loads for all pipelines may define it.
 */
export function stepUses(program: Program, file: string): Use[] {
  // A name with a capital may be that of a class or plugin.
  const named = stepCalls(program).filter(({ name }) => /^[a-z]/.test(name));
  const steps = Map.groupBy(named, ({ at }) => program.tokens[at]?.text ?? "");
  return [...steps].slice(0, MAX_STEPS).flatMap(([text, calls]) =>
    useOf("jenkins.step", { text, line: calls[0]?.line ?? 1 }).map((use) => ({
      ...use,
      call: callArguments(program, calls, file),
    })),
  );
}

/** Returns the calls of steps that a library may define. */
export function stepCalls(program: Program): StepCall[] {
  const defined = namesDefined(program);
  return program.tokens.flatMap(({ kind, text, line }, at) => {
    if (kind !== "word" || KNOWN.has(text) || defined.has(text)) return [];
    if (!/^[a-z]\w*$/i.test(text) || text.length < 4 || !startsStatement(program, at) || !isCall(program, at))
      return [];
    // `Math.max(…)` is a method of a class, but without `new`, only a step can be called by its name.
    if (/^[A-Z]/.test(text) && program.is(at + 1, ".")) return [];
    const method = program.is(at + 1, ".") ? `.${program.tokens[at + 2]?.text}` : "";
    return [{ at, name: text + method, line }];
  });
}

/** Returns the variables, parameters and methods of the file. */
function namesDefined({ tokens }: Program): Set<string> {
  const names = new Set<string>();
  tokens.forEach((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (token.kind !== "word") return;
    const isTyped = before?.kind === "word" && before.line === token.line && before.text !== "return";
    const isAssigned = next?.kind === "punctuation" && (next.text === "=" || next.text === "->");
    if (isTyped || isAssigned) names.add(token.text);
  });
  return names;
}

/** A statement starts on a new line, at `;`, or in a block. A value may also be assigned or tested. */
const BEFORE = new Set(["{", "}", ";", ")", "=", "?", ":", "(", "!", "&&", "||"]);

function startsStatement(program: Program, at: number): boolean {
  const [before, token] = [program.tokens[at - 1], program.tokens[at]];
  if (!before || !token) return true;
  if (before.kind !== "punctuation") return before.line < token.line || before.text === "return";
  return BEFORE.has(before.text) || (before.line < token.line && before.text === "]");
}

/** A call with brackets, a block or an argument on the same line, or of a method. */
function isCall(program: Program, at: number): boolean {
  const [token, next, after] = program.tokens.slice(at, at + 3);
  if (!token || !next || next.line !== token.line) return false;
  if (program.is(at + 1, "(")) return true;
  if (program.is(at + 1, ".")) return after?.kind === "word" && program.is(at + 3, "(");
  const isStatement = !["=", "?", ":", "(", "!", "&&", "||"].includes(program.tokens[at - 1]?.text ?? "");
  if (!isStatement) return false;
  return (
    program.is(at + 1, "{") || next.kind === "string" || (next.kind === "word" && program.is(at + 2, ":"))
  );
}
