import { ansible } from "./ecosystems/ansible/index.ts";
import { azurepipelines } from "./ecosystems/azurepipelines/index.ts";
import { bazel } from "./ecosystems/bazel/index.ts";
import { bitbucketpipelines } from "./ecosystems/bitbucketpipelines/index.ts";
import { buildkite } from "./ecosystems/buildkite/index.ts";
import { cargo } from "./ecosystems/cargo/index.ts";
import { circleci } from "./ecosystems/circleci/index.ts";
import { composer } from "./ecosystems/composer/index.ts";
import { conan } from "./ecosystems/conan/index.ts";
import { copier } from "./ecosystems/copier/index.ts";
import { cran } from "./ecosystems/cran/index.ts";
import { devcontainer } from "./ecosystems/devcontainer/index.ts";
import { docker } from "./ecosystems/docker/index.ts";
import { gem } from "./ecosystems/gem/index.ts";
import { githubactions } from "./ecosystems/githubactions/index.ts";
import { gitlabci } from "./ecosystems/gitlabci/index.ts";
import { gitsubmodules } from "./ecosystems/gitsubmodules/index.ts";
import { golang } from "./ecosystems/golang/index.ts";
import { graphql } from "./ecosystems/graphql/index.ts";
import { gradle } from "./ecosystems/gradle/index.ts";
import { helm } from "./ecosystems/helm/index.ts";
import { hex } from "./ecosystems/hex/index.ts";
import { jenkins } from "./ecosystems/jenkins/index.ts";
import { kubernetes } from "./ecosystems/kubernetes/index.ts";
import { kustomize } from "./ecosystems/kustomize/index.ts";
import { maven } from "./ecosystems/maven/index.ts";
import { nix } from "./ecosystems/nix/index.ts";
import { npm } from "./ecosystems/npm/index.ts";
import { nuget } from "./ecosystems/nuget/index.ts";
import { openapi } from "./ecosystems/openapi/index.ts";
import { precommit } from "./ecosystems/precommit/index.ts";
import { protobuf } from "./ecosystems/protobuf/index.ts";
import { pub } from "./ecosystems/pub/index.ts";
import { puppet } from "./ecosystems/puppet/index.ts";
import { pypi } from "./ecosystems/pypi/index.ts";
import { sbt } from "./ecosystems/sbt/index.ts";
import { swift } from "./ecosystems/swift/index.ts";
import { terraform } from "./ecosystems/terraform/index.ts";
import { updatecli } from "./ecosystems/updatecli/index.ts";
import { vagrant } from "./ecosystems/vagrant/index.ts";
import { vcpkg } from "./ecosystems/vcpkg/index.ts";
import type { AnyEcosystem } from "./ecosystem.ts";
import { references } from "./references/index.ts";

/** The ecosystems that read files of a known format. */
export const FORMATS: readonly AnyEcosystem[] = [
  ansible,
  azurepipelines,
  bazel,
  bitbucketpipelines,
  buildkite,
  cargo,
  circleci,
  composer,
  conan,
  copier,
  cran,
  devcontainer,
  docker,
  gem,
  githubactions,
  gitlabci,
  gitsubmodules,
  golang,
  gradle,
  graphql,
  helm,
  hex,
  jenkins,
  kubernetes,
  kustomize,
  maven,
  nix,
  npm,
  nuget,
  openapi,
  precommit,
  protobuf,
  pub,
  puppet,
  pypi,
  sbt,
  swift,
  terraform,
  updatecli,
  vagrant,
  vcpkg,
];

/** Every ecosystem. `references` is last because it only declares lines that no other ecosystem declared. */
export const ECOSYSTEMS: readonly AnyEcosystem[] = [...FORMATS, references];
