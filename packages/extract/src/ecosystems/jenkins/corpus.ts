/** Typical files by path, as seeds for fuzzing. */
export const corpus = {
  Jenkinsfile: `@Library(['acme-pipeline@v1.2.0', "tools@\${env.REF}"]) _
library identifier: 'deploy@main', retriever: modernSCM([$class: 'GitSCMSource', remote: 'git@github.com:acme/deploy.git'])
pipeline {
  agent { kubernetes { yaml """
spec:
  containers:
    - image: acme/base:\${params.TAG}
""" } }
  stages { stage('a') {
    agent { docker { image 'acme/build:1' } } // é
    steps {
      git url: 'https://github.com/acme/tool.git', branch: 'main'
      script { docker.withRegistry('https://registry.acme.io') { docker.image('lint:2').inside { } } }
    }
  } }
}
`,
  "src/com/acme/Tools.groovy": `class Tools {
  static final String KIT = 'ghcr.io/acme/kit:2.1' // é
  def run() { steps.withDocker(KIT, "-e A=\${b}") { sh 'make' }; withDocker(image: 'acme/lint:1') { } }
}
`,
  "vars/build.groovy": "def call() { docker.image('acme/build:1').inside { sh 'make' } }\n",
  "vars/deploy.groovy": `def call(Map config = [:], Closure body = null) {
  def level = config.level ?: config['mode'] // é
  echo "\${config.image} \${level}"
  other(config)
  body()
}
def helper(String name) { return config.get('x', 1) }
`,
  "ci/Jenkinsfile": `@Library('acme-pipeline') _
deploy(image: 'x', level: 2) { build(tag: "\${env.TAG}") }
deploy.helper('a')
`,
};
