import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { ansible } from "./index.ts";

/** `file:line role reference` of every declaration. */
const declared = (files: Record<string, string>): string[] =>
  extractFiles(files, [ansible]).declarations.map(
    ({ sourceFile, sourceLine, role, rawReference }) => `${sourceFile}:${sourceLine} ${role} ${rawReference}`,
  );

const SCENARIO = `driver:
  name: docker
platforms:
  - name: instance
    image: "acme/test-\${MOLECULE_DISTRO:-debian12}:latest"
`;

describe("ansible: images of Molecule's scenarios", () => {
  it("declares the default at the platform and each value of a workflow's matrix at its line", () => {
    const workflow = `on: push
jobs:
  molecule:
    strategy:
      matrix:
        distro: [ubuntu2204]
        include:
          - distro: rocky9
            playbook: converge.yml
    steps:
      - run: molecule test
        env:
          MOLECULE_DISTRO: \${{ matrix.distro }}
          OTHER: \${{ matrix.playbook }}
`;
    expect(
      declared({ "molecule/default/molecule.yml": SCENARIO, ".github/workflows/ci.yml": workflow }),
    ).toEqual([
      "molecule/default/molecule.yml:5 test acme/test-debian12:latest",
      ".github/workflows/ci.yml:6 ci acme/test-ubuntu2204:latest",
      ".github/workflows/ci.yml:8 ci acme/test-rocky9:latest",
    ]);
  });

  it("reads the environments of Travis", () => {
    const travis = `env:
  - MOLECULE_DISTRO: centos7
  - MOLECULE_DISTRO=ubuntu1804 MOLECULE_PLAYBOOK=x.yml
script: molecule test
`;
    expect(declared({ "molecule/default/molecule.yml": SCENARIO, ".travis.yml": travis })).toEqual([
      "molecule/default/molecule.yml:5 test acme/test-debian12:latest",
      ".travis.yml:2 ci acme/test-centos7:latest",
      ".travis.yml:3 ci acme/test-ubuntu1804:latest",
    ]);
  });

  it("leaves an image without a default unbound, and declares nothing without scenarios", () => {
    const scenario = SCENARIO.replace(":-debian12", "");
    expect(declared({ "roles/a/molecule/x/molecule.yml": scenario })).toEqual([
      "roles/a/molecule/x/molecule.yml:5 test acme/test-${MOLECULE_DISTRO}:latest",
    ]);
    expect(declared({ ".travis.yml": "env: [MOLECULE_DISTRO=centos7]\nscript: molecule test\n" })).toEqual(
      [],
    );
  });
});

describe("ansible: roles of plays", () => {
  const PLAY = `- hosts: all
  roles:
    - acme.web
    - role: acme.db
    - common
    - acme.local
`;

  it("declares those that no file requires and that are not in the repository", () => {
    const files = {
      "main.yml": PLAY,
      "requirements.yml": "roles:\n  - name: acme.db\n    version: 1.0.0\n",
      "roles/acme.local/tasks/main.yml": "[]",
    };
    expect(declared(files)).toEqual([
      "main.yml:3 runtime acme.web",
      "requirements.yml:2 runtime acme.db,1.0.0",
    ]);
  });

  it("counts only roles that a repository of the workspace publishes", () => {
    expect(extractFiles({ "main.yml": PLAY }, [ansible]).declarations[0]).toMatchObject({
      artifact: "acme.web",
      requiresProducer: true,
    });
  });

  it("reads the roles that Galaxy installed into the repository as copies", () => {
    const files = { "roles/acme.web/tests/requirements.yml": "- src: acme.db\n" };
    expect(declared(files)).toEqual(["roles/acme.web/tests/requirements.yml:1 vendored acme.db"]);
  });
});
