/** Typical files by path, as seeds for fuzzing. */
export const corpus = {
  Makefile: `IMAGE := ghcr.io/acme/app
V ?= v1.2.0
all:
	docker build -t $(IMAGE):$(V) . && docker push $(IMAGE):$(V)
	git clone --branch=$(V) git@github.com:acme/scripts.git \\
	  scripts
	go install github.com/acme/tool/cmd/x@$(V)
`,
  "scripts/install.sh": `#!/bin/sh
# renovate: datasource=helm depName=shop packageName=web registryUrl=https://charts.acme.io
SHOP="v1.4.0-rc1" # é
# renovate: datasource=docker depName=acme/lint extractVersion=^lint-(?<version>\\d+(?:\\.\\d+)*)-jre$
VERSION="\${1:-1.4.0}"
curl -fsSL "https://github.com/acme/tool/releases/download/v\${VERSION}/tool.tar.gz" | tar xz
curl https://user:secret@raw.githubusercontent.com/acme/tool/main/install.sh
helm repo add acme https://charts.acme.io && helm install x oci://ghcr.io/acme/charts/x --version 1.2.3
docker run --rm -v "$PWD:/src" ghcr.io/acme/lint:\${VERSION} # 日本
gh release download -R acme/tool v1.0.0
wget "https://repo1.maven.org/maven2/io/acme/kit/\${VERSION}/kit-\${VERSION}.jar"
`,
  "README.md": `# Shop 😀

[tool](https://github.com/acme/tool/tree/main/docs), \`npm install @acme/ui\`, <https://gitlab.acme.io/platform/base.git>.

    git clone ssh://git@git.acme.io:2222/acme/base.git
`,
  "src/main/resources/versions.json": `{"base": "quay.io/acme/base:1.2", "é": "ghcr.io/acme/tool@sha256:${"a".repeat(64)}"}
`,
  "scripts/build-images": `#!/usr/bin/env bash
source "$(dirname $0)/version"
xargs -n1 docker pull << EOF >> images.txt
    \${REGISTRY}/acme/base:\${BASE_VERSION}
    quay.io/acme/tool:v1 # é
EOF
FLAGS="-X main.DefaultImage=acme/job:\${JOB_VERSION}"
`,
  "scripts/version": "#!/bin/bash\nBASE_VERSION=v1.2\nJOB_VERSION=${JOB_VERSION:-v3}\n",
  "kit/kit.go": `package kit
const upgradeImage = "acme/upgrade" // é
`,
  "docs/CNAME": "get.acme.io\n",
};
