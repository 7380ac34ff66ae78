/** Seed files for fuzzing, by path. */
export const corpus = {
  "src/Shop/Shop.csproj": `<Project Sdk="Microsoft.NET.Sdk">
  <Import Project="../../eng/Versions.props" />
  <PropertyGroup Condition="'$(X)' == ''"><PackageId>Acme.$(MSBuildProjectName)</PackageId></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Acme.Kit" /> <!-- é😀 -->
    <PackageReference Include="Acme.Log"><Version>$(LogVersion)</Version></PackageReference>
    <PackageReference Update="Acme.Auth;Acme.Web" VersionOverride="[1.0,2.0)" />
    <ProjectReference Include="..\\Ui\\Ui.csproj" />
  </ItemGroup>
</Project>
`,
  "Directory.Packages.props": `<Project><ItemGroup><PackageVersion Include="Acme.Kit" Version="1.*" /></ItemGroup></Project>\n`,
  "src/Old/packages.config": `<packages>\n  <package id="Acme.Old" version="1.2.3" targetFramework="net48" />\n</packages>\n`,
  "Acme.nuspec": `<package><metadata><id>Acme</id><version>$version$</version>
<dependencies><group><dependency id="Acme.Kit" version="[1,2)" /></group></dependencies></metadata></package>
`,
  ".config/dotnet-tools.json": `{ "version": 1, "tools": { "acme.tool": { "version": "1.2.3", "commands": ["acme"] } } }\n`,
  "packages.lock.json": `{
  "version": 1,
  "dependencies": {
    "net8.0": {
      "Acme.Kit": {
        "type": "Direct",
        "resolved": "1.4.2"
      }
    }
  }
}
`,
};
