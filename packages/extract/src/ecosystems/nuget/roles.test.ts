import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { nuget } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [nuget]);

/** `file:line id role scope` of every declaration. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(
    ({ sourceFile, sourceLine, artifact, role, scope }) =>
      `${sourceFile}:${sourceLine} ${artifact} ${role} ${scope?.replace("nuget_package:", "")}`,
  );

const compositions = (files: Record<string, string>): string[] =>
  extract(files).compositions.map(({ outer, inner }) =>
    `${outer} < ${inner}`.replaceAll("nuget_package:", ""),
  );

const project = (...items: string[]): string =>
  `<Project Sdk="Microsoft.NET.Sdk">\n<ItemGroup>\n${items.join("\n")}\n</ItemGroup></Project>`;
const reference = (id: string, rest = ""): string => `<PackageReference Include="${id}" ${rest}/>`;

describe("nuget: roles", () => {
  it("are build for private assets and SDKs, dev for tools, else runtime", () => {
    const files = {
      "App.csproj": `<Project Sdk="S/1">\n<ItemGroup>${reference("A")}
${reference("B", 'PrivateAssets="all" ')}
<PackageReference Include="C"><PrivateAssets>All</PrivateAssets></PackageReference>
<PackageDownload Include="D" Version="[1]" />
<DotNetCliToolReference Include="E" Version="1" /></ItemGroup></Project>`,
      "packages.config":
        '<packages>\n<package id="F" />\n<package id="G" developmentDependency="true" /></packages>',
      ".config/dotnet-tools.json": '{"tools": {"h": {"version": "1"}}}',
      "a.nuspec":
        '<package><metadata><id>N</id><dependencies>\n<dependency id="I" /></dependencies></metadata></package>',
    };
    expect(roles(files)).toEqual([
      ".config/dotnet-tools.json:1 h dev undefined",
      "App.csproj:1 S build App",
      "App.csproj:2 A runtime App",
      "App.csproj:3 B build App",
      "App.csproj:4 C build App",
      "App.csproj:5 D build App",
      "App.csproj:6 E dev undefined",
      "a.nuspec:2 I runtime N",
      "packages.config:2 F runtime App",
      "packages.config:3 G build App",
    ]);
  });

  it.each([
    [
      "x/App.csproj",
      project("<IsTestProject />").replace(
        "<ItemGroup>",
        "<PropertyGroup><IsTestProject>true</IsTestProject></PropertyGroup><ItemGroup>",
      ),
    ],
    ["x/App.csproj", project(reference("Microsoft.NET.Test.Sdk"))],
    ["x/App.csproj", project(reference("BenchmarkDotNet"))],
    ["x/App.Tests.csproj", project()],
    ["x/App.UnitTests.fsproj", project()],
    ["x/AppTest.csproj", project()],
  ])("are test in the project %s %#", (path, text) => {
    expect(roles({ [path]: text.replace("</ItemGroup>", `${reference("A")}</ItemGroup>`) }).at(-1)).toMatch(
      / A test undefined$/,
    );
  });

  it("are not test in projects with similar names", () => {
    const isOff = project(reference("A")).replace(
      "<ItemGroup>",
      "<PropertyGroup><IsTestProject>false</IsTestProject></PropertyGroup><ItemGroup>",
    );
    const files = {
      "App.Testing.csproj": project(reference("A")),
      "Latest.csproj": project(reference("A")),
      "X.Tests.csproj": isOff,
    };
    expect(roles(files).map((each) => each.split(" ")[2])).toEqual(["runtime", "runtime", "runtime"]);
  });

  it("of a central version is the strongest one of its users, which have the scope", () => {
    const version = (id: string): string => `<PackageVersion Include="${id}" Version="1" />`;
    const files = {
      "Directory.Packages.props": project(version("A"), version("B"), version("C")),
      "app/App.csproj": project(reference("a")),
      "app/App.Tests.csproj": project(reference("A"), reference("B")),
    };
    expect(roles(files)).toEqual(
      [
        "Directory.Packages.props:3 A runtime null",
        "Directory.Packages.props:4 B test undefined",
        "Directory.Packages.props:5 C runtime unit:nuget:Directory.Packages.props",
        "app/App.Tests.csproj:3 A test undefined",
        "app/App.Tests.csproj:4 B test undefined",
        "app/App.csproj:3 a runtime App",
      ].map((each) => each.replace("null", "undefined")),
    );
  });
});

describe("nuget: scopes and compositions", () => {
  it("build imported files into the projects that import them, except tests", () => {
    const files = {
      "Directory.Build.props": `<Project>
<ItemGroup Condition="'$(IsTestProject)' == 'true'">${reference("A")}</ItemGroup>
<ItemGroup>${reference("B")}</ItemGroup>
<ItemGroup Condition="$(MSBuildProjectName.EndsWith('.Tests'))">${reference("C")}</ItemGroup>
</Project>`,
      "app/App.csproj": project(),
      "app.tests/App.Tests.csproj": project(),
    };
    expect(roles(files)).toEqual([
      "Directory.Build.props:2 A test undefined",
      "Directory.Build.props:3 B runtime unit:nuget:Directory.Build.props",
      "Directory.Build.props:4 C test undefined",
    ]);
    expect(compositions(files)).toEqual(["App < unit:nuget:Directory.Build.props"]);
  });

  it("build a project from the projects and own packages that it uses, but not for tests", () => {
    const uses = project(
      '<ProjectReference Include="..\\core\\Core.csproj;$(Root)web/web.csproj" />',
      '<ProjectReference Include="..\\gone\\Gone.csproj" />',
      reference("Kit"),
    );
    const files = {
      "app/App.csproj": uses,
      "app.tests/App.Tests.csproj": uses,
      "core/Core.csproj": project(),
      "kit/Kit.csproj": project(),
      "web/Web.csproj": project().replace("NET.Sdk", "NET.Sdk.Web"),
    };
    expect(compositions(files)).toEqual(["App < Core", "App < unit:nuget:web", "App < Kit"]);
  });

  it("build the package of a .nuspec from the project next to it", () => {
    const files = {
      "x/X.csproj": project(reference("A")).replace('Sdk="Microsoft.NET.Sdk"', ""),
      "x/X.nuspec": "<package><metadata><id>Acme.X</id></metadata></package>",
    };
    expect(roles(files)).toEqual(["x/X.csproj:3 A runtime unit:nuget:x"]);
    expect(compositions(files)).toEqual(["Acme.X < unit:nuget:x"]);
  });
});
