/** Typical files by path, as seeds for fuzzing. */
export const corpus = {
  "build.sbt": `ThisBuild / organization := "io.acme"
val kitVersion = "1.2"
def library(name: String) = Project(name, file(s"libs/$name")).settings(shared: _*)
lazy val shared = Seq(scalacOptions ++= Seq("-release:11"), Test / fork := true)
lazy val core = library("core").settings(
  libraryDependencies ++= Seq(
    "io.acme" %% "kit" % kitVersion, /* none */
    "io.acme" % "log" % "3" % Test exclude ("io.acme", "x"),
  ) ++ Seq("a", "b").map(name => "io.acme" %% name % s"\${kitVersion}.1"),
  pomExtra := <url>https://acme.io</url>,
)
lazy val root = (project in file(".")).aggregate(core).dependsOn(core % "compile->compile;test->test")
`,
  "project/Dependencies.scala": `import sbt._
object Dependencies {
  case class Play(major: Int) { val suffix = s"play$major" }
  object Play { val V3 = Play(3) }
  val kit: ModuleID = "io.acme" %% s"kit-\${Play.V3.suffix}" % "1"
}
`,
  "project/plugins.sbt": `addSbtPlugin("io.acme" % "sbt-kit" % "1.1")
`,
};
