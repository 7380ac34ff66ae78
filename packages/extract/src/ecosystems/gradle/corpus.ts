/** Typical files by path, as seeds for fuzzing. */
export const corpus = {
  "gradle/libs.versions.toml": `[versions]
kit = { strictly = "[1,2[", prefer = "1.4" }
[libraries]
kit = { module = "io.acme:kit", version.ref = "kit" }
log = "io.acme:log:3"
[plugins]
conv = { id = "io.acme.conv", version = "1" }
`,
  "build.gradle": `plugins { id 'io.acme.java' version '2' }
group 'io.acme'
ext { versions = [kit: '1.+'] }
apply from: "$rootDir/gradle/more.gradle"
dependencies {
    /* none */ api project(':core')
    implementation "io.acme:core:\${versions['kit']}", { exclude group: 'x', module: "y" }
    testImplementation group: 'io.acme', name: 'mocks', version: mocksVersion
    constraints { api('io.acme:x') { version { strictly '1' } } }
}
def quoted = ~/it's/ // 'é'
`,
  "lib/build.gradle.kts": `val kit: String by project /* /* nested */ */
dependencies {
    implementation(platform("io.acme:bom:$kit"))
    "kapt"("io.acme:tool:\${property("tool") as String}")
    listOf("a").forEach { name -> api("io.acme:$name:1") }
    implementation("""io.acme:raw:1""")
}
publishing { publications { create<MavenPublication>("kit") { artifactId = "kit" } } }
jib { from { image = "docker://ghcr.io/acme/jre:$kit" } }
`,
  "gradle.lockfile": "io.acme:kit:1.4=compileClasspath,runtimeClasspath\nempty=kapt\n",
};
