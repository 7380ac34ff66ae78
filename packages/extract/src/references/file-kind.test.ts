import { describe, expect, it } from "vitest";
import { fileKind } from "./file-kind.ts";

const paths = (text: string): string[] => text.trim().split(/\s+/);

describe("fileKind", () => {
  it.each(
    paths(`Makefile GNUmakefile build/rules.mk justfile Taskfile.yml Taskfile.yaml scripts/deploy.sh x.bash x.zsh x.ps1 x.bat
      Dockerfile Dockerfile.prod docker/app.dockerfile Jenkinsfile ci/Jenkinsfile.release .github/workflows/ci.yml .github/workflows/x.py
      .gitlab-ci.yml .circleci/config.yml azure-pipelines.yml .travis.yml .drone.yml bitbucket-pipelines.yml .buildkite/pipeline.yml
      cloudbuild.yaml .woodpecker.yml package.json go.mod Cargo.toml pyproject.toml setup.py build.gradle build.gradle.kts pom.xml
      CMakeLists.txt BUILD BUILD.bazel WORKSPACE defs.bzl flake.nix requirements.txt requirements-dev.txt dev_requirements.txt
      install.sh.tpl Makefile.in docs/Makefile compose.yaml .pre-commit-config.yaml deploy.sh.erb test/Makefile tests/run.sh
      .github/workflows/readme.yml`),
  )("classifies %s as build_file", (path) => {
    expect(fileKind(path)).toBe("build_file");
  });

  it.each(
    paths(`README.md docs/guide.rst a.adoc notes.txt LICENSE LICENSE-MIT CHANGELOG CHANGELOG.md index.html app/show.erb
      views/a.html.j2 .gitignore .dockerignore CODEOWNERS .github/CODEOWNERS MAINTAINERS CORE-MAINTAINERS OWNERS GOVERNANCE app.min.js app.js.map logo.svg book.ipynb docs/conf.py
      Dockerfile.md docs/example.yaml README.yaml package/kit/Config.in package/kit/Config.in.host drivers/Kconfig Kconfig.projbuild README.md.gotmpl .README.j2 app/.readme.tmpl CHANGELOG.yaml .github/ISSUE_TEMPLATE/bug.yml
      src/app_test.go src/app.test.ts src/app.spec.js test_app.py AppTest.java tests/data.json src/__tests__/x.ts out.golden
      demo.cast fixtures/vendor.yaml testdata/install.sh a/fixtures/Makefile dist/index.js packages/a/dist/x/main.mjs`),
  )("classifies %s as prose", (path) => {
    expect(fileKind(path)).toBe("prose");
  });

  it.each(
    paths(`src/main.go src/app.ts values.yaml config.toml main.tf nginx.conf.j2 internal/dockerfile_parser.go history.ts security.py
      src/security.go notices.ts weird src/latest.go contest/a.yaml src/testing.go src/readmes.go dist/x.conf deploy/kit-images.txt image-list.txt`),
  )("classifies %s as unclassified", (path) => {
    expect(fileKind(path)).toBe("unclassified");
  });

  it.each(
    paths(`package-lock.json web/yarn.lock pnpm-lock.yaml go.sum go.work.sum Cargo.lock poetry.lock composer.lock Gemfile.lock
      .terraform.lock.hcl flake.lock uv.lock bun.lockb packages.lock.json Package.resolved Chart.lock SHA256SUMS checksums.txt
      tool_1.2_checksums.txt a.sha256 NOTICE NOTICE.txt THIRD_PARTY_NOTICES.md third-party-licenses.txt`),
  )("classifies %s as unread", (path) => {
    expect(fileKind(path)).toBe("unread");
  });
});
