import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { nuget } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [nuget]);

/** Returns `line rule rawReference` of every declaration in a file. */
const declared = (text: string, path = "App.csproj"): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

const TYPICAL = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <KitVersion>1.4.2</KitVersion>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Acme.Kit" Version="$(KitVersion)" />
    <PackageReference Include="Acme.Log">
      <Version>[1.0,2.0)</Version>
    </PackageReference>
    <!-- <PackageReference Include="Acme.Old" Version="1.0.0" /> -->
    <PackageReference
      Include="Acme.Auth" Version="2.*" />
    <PackageReference Include="Acme.Kit" Version="1.4.2" Condition="'$(X)' == 'y'" />
    <PackageReference Include="Acme.None" />
    <PackageReference Remove="Acme.Gone" />
    <ProjectReference Include="..\\Ui\\Ui.csproj" />
    <Reference Include="System.Xml"><HintPath>..\\packages\\x.dll</HintPath></Reference>
  </ItemGroup>
</Project>
`;

const TYPICAL_DECLARED = [
  "6 nuget.package_reference Acme.Kit 1.4.2",
  "7 nuget.package_reference Acme.Log [1.0,2.0)",
  "11 nuget.package_reference Acme.Auth 2.*",
  "13 nuget.package_reference Acme.Kit 1.4.2",
  "14 nuget.package_reference Acme.None",
];

describe("nuget: declarations", () => {
  it("declares package references, not comments, projects or assemblies", () => {
    expect(declared(TYPICAL)).toEqual(TYPICAL_DECLARED);
  });

  it("reads every kind of MSBuild project, and announces only C#, F# and Visual Basic projects", () => {
    const text = '<Project>\n<Sdk Name="Microsoft.Build.Sql" Version="2.2.0" />\n</Project>';
    expect(declared(text, "db/Shop.sqlproj")).toEqual(["2 nuget.sdk Microsoft.Build.Sql 2.2.0"]);
    expect(extract({ "db/Shop.sqlproj": text }).artifacts).toEqual([]);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ "src/App.fsproj": TYPICAL }).declarations[0]).toEqual({
      ecosystem: "nuget",
      dependencyType: "nuget_package",
      sourceFile: "src/App.fsproj",
      sourceLine: 6,
      rawReference: "Acme.Kit 1.4.2",
      artifact: "Acme.Kit",
      versionConstraint: "1.4.2",
      versioning: "nuget",
      unbound: null,
      versionComment: null,
      lookups: ["nuget_package:acme.kit"],
      evidence: { class: "manifest", rule: "nuget.package_reference" },
      role: "runtime",
      scope: "nuget_package:App",
      locked: null,
    });
  });

  it("accepts a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`)).toEqual(TYPICAL_DECLARED);
  });

  it("declares all items that name packages, at any depth", () => {
    const text = `<Project Sdk="Acme.Sdk/2.0;Microsoft.NET.Sdk"><Sdk Name="Acme.More" Version="3" />
<Choose><When Condition="x"><ItemGroup><PackageReference Include="A; B" VersionOverride="1" Version="2" /></ItemGroup></When></Choose>
<ItemGroup><PackageDownload Include="C" Version="[1]" /></ItemGroup>
<Target Name="t"><ItemGroup><DotNetCliToolReference Include="D" Version="1" /></ItemGroup></Target>
<ItemGroup><GlobalPackageReference Include="E" Version="1" /><PackageReference Update="F" PrivateAssets="all" /></ItemGroup>
</Project>`;
    expect(declared(text)).toEqual([
      "1 nuget.sdk Acme.Sdk 2.0",
      "1 nuget.sdk Acme.More 3",
      "2 nuget.package_reference A 1",
      "2 nuget.package_reference B 1",
      "3 nuget.package_download C [1]",
      "4 nuget.cli_tool_reference D 1",
      "5 nuget.global_package_reference E 1",
    ]);
  });

  it.each([
    [
      "packages.config",
      '<packages>\n<package id="Acme.Kit" version="1.2.3" targetFramework="net48" />\n</packages>',
      ["2 nuget.packages_config Acme.Kit 1.2.3"],
    ],
    [
      "a.nuspec",
      `<package xmlns="x"><metadata><id>A</id><version>1</version><dependencies>
<dependency id="Acme.Kit" version="[1,2)" /><group targetFramework="x">
<dependency id="Acme.Log" /></group></dependencies></metadata></package>`,
      ["2 nuget.nuspec_dependency Acme.Kit [1,2)", "3 nuget.nuspec_dependency Acme.Log"],
    ],
    [
      ".config/dotnet-tools.json",
      '{"tools": {\n"acme.tool": {"version": "1.0.0", "commands": []}}}',
      ["2 nuget.tool acme.tool 1.0.0"],
    ],
    ["global.json", '{"msbuild-sdks": {\n"Acme.Sdk": "1.0.0"}}', ["2 nuget.sdk Acme.Sdk 1.0.0"]],
  ])("reads %s", (path, text, expected) => {
    expect(declared(text, path)).toEqual(expected);
  });

  it("skips the repository's own packages, ignoring case", () => {
    const files = {
      "src/Kit/Kit.csproj":
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><PackageId>Acme.Kit</PackageId></PropertyGroup></Project>',
      "src/App/App.csproj":
        '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="acme.kit" Version="1" /></ItemGroup></Project>',
    };
    expect(extract(files).declarations).toEqual([]);
  });

  it("marks unknown properties as unbound and does not look up a name that contains one", () => {
    const text = `<Project><ItemGroup><PackageReference Include="Acme.Kit" Version="$(None)" />
<PackageReference Include="$(Prefix).Kit" Version="1" /><PackageReference Include="@(Some)" Version="1" /></ItemGroup></Project>`;
    expect(
      extract({ "App.csproj": text }).declarations.map(({ unbound, lookups }) => [unbound, lookups]),
    ).toEqual([
      ["$(None)", ["nuget_package:acme.kit"]],
      ["$(Prefix)", []],
      ["@(Some)", []],
    ]);
  });
});

describe("nuget: bindings", () => {
  const CENTRAL = `<Project><PropertyGroup><V>3</V></PropertyGroup><ItemGroup>
<PackageVersion Include="Acme.Kit" Version="$(V)" />
<PackageVersion Include="Acme.Log" Version="1" Condition="a" /><PackageVersion Include="Acme.Log" Version="2" Condition="b" />
</ItemGroup></Project>`;
  const PROJECT = `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="acme.kit" />
<PackageReference Include="Acme.Kit" VersionOverride="9" /><PackageReference Include="Acme.Log" /></ItemGroup></Project>`;
  const constraints = (path: string, files: Record<string, string>) =>
    extract(files)
      .declarations.filter(({ sourceFile }) => sourceFile === path)
      .map(({ versionConstraint }) => versionConstraint);

  it("uses the central version of the nearest file upward, unless it depends on conditions", () => {
    const files = {
      "Directory.Packages.props": CENTRAL.replace("<V>3", "<V>1"),
      "src/Directory.Packages.props": CENTRAL,
      "src/App/App.csproj": PROJECT,
      "lib/Lib.csproj": PROJECT,
    };
    expect(constraints("src/App/App.csproj", files)).toEqual(["3", "9", null]);
    expect(constraints("lib/Lib.csproj", files)).toEqual(["1", "9", null]);
    expect(constraints("src/Directory.Packages.props", files)).toEqual(["3", "1", "2"]);
  });

  it("uses properties from Directory.Build.props and its imports, ignoring case", () => {
    const files = {
      "eng/Versions.props": "<Project><PropertyGroup><kitversion>7</kitversion></PropertyGroup></Project>",
      "Directory.Build.props":
        '<Project><Import Project="$(MSBuildThisFileDirectory)eng\\Versions.props" /></Project>',
      "src/Directory.Build.props": `<Project><Import Project="$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', '../'))" /></Project>`,
      "src/App/App.csproj":
        '<Project><ItemGroup><PackageReference Include="A" Version="$(KitVersion)" /></ItemGroup></Project>',
    };
    expect(constraints("src/App/App.csproj", files)).toEqual(["7"]);
    const { "src/Directory.Build.props": _, ...others } = files;
    expect(
      constraints("src/App/App.csproj", { ...others, "src/Directory.Build.props": "<Project />" }),
    ).toEqual(["$(KitVersion)"]);
  });

  it("handles circular imports and properties that grow exponentially", () => {
    const doubling = Array.from({ length: 40 }, (_, n) => `<a${n + 1}>$(a${n})$(a${n})</a${n + 1}>`).join("");
    const text = `<Project><Import Project="b.props" /><PropertyGroup><a0/>${doubling}</PropertyGroup>
<ItemGroup><PackageReference Include="A" Version="$(a40)" /></ItemGroup></Project>`;
    const files = { "a.csproj": text, "b.props": '<Project><Import Project="a.csproj" /></Project>' };
    expect(extract(files).declarations[0]?.unbound).toContain("$(a");
  });
});

describe("nuget: artifacts", () => {
  const named = (files: Record<string, string>) =>
    extract(files).artifacts.map(({ name, version, sourceLine }) => `${sourceLine} ${name} ${version}`);
  const project = (properties: string, sdk = "Microsoft.NET.Sdk"): string =>
    `<Project Sdk="${sdk}">\n<PropertyGroup>${properties}</PropertyGroup></Project>`;

  it.each([
    ["", ["1 Acme.App null"]],
    ["<PackageId>Acme.$(MSBuildProjectName)</PackageId><Version>1.2</Version>", ["1 Acme.Acme.App 1.2"]],
    ["<AssemblyName>Other</AssemblyName><VersionPrefix>1.2</VersionPrefix>", ["1 Other 1.2"]],
    ["<VersionPrefix>1.2</VersionPrefix><VersionSuffix>rc1</VersionSuffix>", ["1 Acme.App 1.2-rc1"]],
    ["<Version>$(BUILD)</Version>", ["1 Acme.App null"]],
    ["<PackageId>$(Unknown)</PackageId>", []],
    ["<IsPackable>false</IsPackable>", []],
    ["<IsTestProject>true</IsTestProject>", []],
  ])("announces for a project with %j: %j", (properties, expected) => {
    expect(named({ "src/Acme.App.csproj": project(properties) })).toEqual(expected);
  });

  it("does not announce web applications, old-style projects, tests, and projects excluded by Directory.Build.props", () => {
    const files = {
      "Web.csproj": project("", "Microsoft.NET.Sdk.Web"),
      "Old.csproj": '<Project ToolsVersion="4.0"><PropertyGroup /></Project>',
      "T.csproj":
        '<Project Sdk="x"><ItemGroup><PackageReference Include="Microsoft.NET.Test.Sdk" /></ItemGroup></Project>',
      "tests/Kit.csproj": project(""),
      "x/Directory.Build.props":
        "<Project><PropertyGroup><IsPackable>false</IsPackable></PropertyGroup></Project>",
      "x/X.csproj": project(""),
    };
    expect(named(files)).toEqual([]);
  });

  it.each([
    [`<IsTestProject Condition="$(MSBuildProjectName.EndsWith('Tests'))">true</IsTestProject>`, true],
    ["<IsPackable Condition=\"'$(Configuration)' == 'Debug'\">false</IsPackable>", true],
    ["<IsPackable Condition=\" '$(IsPackable)' == '' \">false</IsPackable>", false],
  ])("applies a switch of Directory.Build.props only if it is not conditional: %s", (property, isPacked) => {
    const shared = `<Project><PropertyGroup>${property}</PropertyGroup></Project>`;
    const files = { "Directory.Build.props": shared, "Kit.csproj": project("") };
    expect(named(files)).toEqual(isPacked ? ["1 Kit null"] : []);
    expect(named({ "Kit.csproj": project(property) })).toEqual([]);
  });

  it("announces the package of a .nuspec in lower case", () => {
    const text = "<package><metadata><id>Acme.Kit</id>\n<version>$version$</version></metadata></package>";
    expect(extract({ "kit.nuspec": text }).artifacts).toEqual([
      {
        ecosystem: "nuget",
        artifactType: "nuget_package",
        name: "Acme.Kit",
        version: null,
        registryUrl: null,
        sourceFile: "kit.nuspec",
        sourceLine: 1,
        announces: ["nuget_package:acme.kit"],
        evidence: { class: "manifest", rule: "nuget.nuspec" },
      },
    ]);
    expect(named({ "kit.nuspec": text.replace("Acme.Kit", "$id$") })).toEqual([]);
  });
});

describe("nuget: problems", () => {
  it.each([
    ["App.csproj", "", 1],
    ["App.csproj", "<Project>\n<ItemGroup>\n</Project>", 3],
    ["App.vbproj", "\n<packages/>", 2],
    ["Directory.Build.props", "<Project>\n<<<<<<< HEAD\n</Project>", 2],
    ["packages.config", "<packages>\n<package id='a b' /></packages>", 2],
    [".config/dotnet-tools.json", "{\n", 2],
  ])("reports file and line: %s %j", (path, text, line) => {
    const { declarations, artifacts, problems } = extract({ [path]: text });
    expect(problems).toEqual([
      expect.objectContaining({ file: path, line, code: "invalid_syntax" }) as unknown,
    ]);
    expect([...declarations, ...artifacts]).toEqual([]);
  });

  it("ignores files that are not MSBuild's", () => {
    expect(
      extract({
        "App.xcodeproj/project.pbxproj": "// !$*UTF8*$!",
        "a.props": "key=value",
        "global.json": '{"sdk": {}}',
        "b.targets": "x",
        "packages.json": "",
      }),
    ).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });
});
