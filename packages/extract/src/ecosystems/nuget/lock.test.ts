import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";
import { nuget } from "./index.ts";

/** `id version file:line` of every declaration's lock. */
const locks = (files: Record<string, string>): string[] =>
  extractFiles(files, [nuget]).declarations.map(({ artifact, locked }) =>
    [artifact, locked && `${locked.version} ${locked.file}:${locked.line}`].join(" "),
  );

const PROJECT = `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
<PackageReference Include="Acme.Kit" Version="1.*" />
<PackageReference Include="Acme.Deep" Version="*" />
</ItemGroup></Project>`;

const lock = (version: string): string =>
  JSON.stringify(
    {
      version: 1,
      dependencies: {
        "net8.0": {
          "acme.kit": {
            type: "Direct",
            requested: "[1.0.0, )",
            resolved: version,
            dependencies: { "Acme.Deep": "2.0.0" },
          },
          "Acme.Deep": { type: "Transitive", resolved: "2.0.0" },
          core: { type: "Project" },
        },
      },
    },
    null,
    2,
  );

describe("nuget: locks", () => {
  it("are next to the project, and hold what it names", () => {
    expect(locks({ "app/App.csproj": PROJECT, "app/packages.lock.json": lock("1.4.2") })).toEqual([
      "Acme.Kit 1.4.2 app/packages.lock.json:5",
      "Acme.Deep ",
    ]);
    expect(locks({ "app/App.csproj": PROJECT, "packages.lock.json": lock("1.4.2") })).toEqual([
      "Acme.Kit ",
      "Acme.Deep ",
    ]);
  });

  it("can have the name of the project", () => {
    const files = {
      "My App.csproj": PROJECT,
      "packages.lock.json": lock("1.1.0"),
      "packages.My_App.lock.json": lock("1.2.0").replaceAll("\n", "\r\n"),
    };
    expect(locks(files)[0]).toBe("Acme.Kit 1.2.0 packages.My_App.lock.json:5");
  });

  it("can have the path that NuGetLockFilePath states", () => {
    const stating = (path: string) =>
      PROJECT.replace(
        "<ItemGroup>",
        `<PropertyGroup><NuGetLockFilePath>${path}</NuGetLockFilePath></PropertyGroup><ItemGroup>`,
      );
    const other = { "app/packages.lock.json": lock("1.1.0"), "locks/app.lock.json": lock("1.2.0") };
    expect(
      locks({
        "app/App.csproj": stating(
          "..\\locks\\$(MSBuildProjectName).lock.json".replace("$(MSBuildProjectName)", "app"),
        ),
        ...other,
      })[0],
    ).toBe("Acme.Kit 1.2.0 locks/app.lock.json:5");
    expect(
      locks({ "app/App.csproj": stating("$(MSBuildProjectDirectory)/../locks/app.lock.json"), ...other })[0],
    ).toBe("Acme.Kit 1.2.0 locks/app.lock.json:5");
    expect(locks({ "app/App.csproj": stating("$(Unknown)/x.lock.json"), ...other })[0]).toBe(
      "Acme.Kit 1.1.0 app/packages.lock.json:5",
    );
  });

  it("hold central versions and references of imported files", () => {
    const files = {
      "Directory.Build.props": PROJECT,
      "Directory.Packages.props": `<Project><ItemGroup>
<PackageVersion Include="Acme.Kit" Version="1.*" /></ItemGroup></Project>`,
      "app/App.csproj":
        '<Project Sdk="x"><ItemGroup>\n<PackageReference Include="Acme.Kit" /></ItemGroup></Project>',
      "app/packages.lock.json": lock("1.4.2"),
    };
    const locked = "Acme.Kit 1.4.2 app/packages.lock.json:5";
    expect(locks(files)).toEqual([locked, "Acme.Deep ", locked, locked]);
  });

  it("have no version if the file has no readable entry or was not read, and are never a problem", () => {
    const files = { "App.csproj": PROJECT, "packages.lock.json": '{"a": <<<' };
    const { declarations, problems } = extractFiles(files, [nuget]);
    const unread = { version: null, file: "packages.lock.json", line: null };
    expect(problems).toEqual([]);
    expect(declarations[0]?.locked).toEqual(unread);
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [nuget]);
    extraction.addFile("App.csproj", new TextEncoder().encode(PROJECT));
    const tree = Object.keys(files).map((path) => ({ path, mode: "100644", oid: "" }));
    expect(extraction.finish(tree).declarations[0]?.locked).toEqual(unread);
  });

  it("are read in linear time", () => {
    const before = process.cpuUsage();
    locks({
      "App.csproj": PROJECT,
      "packages.lock.json": `{"dependencies": {\n${'"a": {\n'.repeat(100_000)}`,
    });
    expect(cpuMsSince(before)).toBeLessThan(1000);
  });
});
