/** Seed files for fuzzing, by path. */
export const corpus = {
  "pyproject.toml": `[build-system]
requires = ["hatchling>=1.20"]
[project]
name = "Acme_Orders"
version = "2.1.0"
dependencies = [
  "Acme.Core[http]>=1.2,<2", # é
  "acme-auth @ git+https://user:secret@github.com/acme/auth.git@v1.4.0#subdirectory=py",
  "acme-log; python_version < '3.11'",
]
[dependency-groups]
test = [{ include-group = "x" }, "a==\${V}"]
[tool.uv.sources]
acme-log = { git = "ssh://git@github.com/acme/log.git", tag = "v0.9.0" }
[tool.poetry.dependencies]
python = "^3.11"
b = [{ version = "~1", python = "<3.9" }, { path = "../b" }]
`,
  "requirements.txt": `-r base.txt
--index-url https://pypi.acme.io/simple
Acme_Core[http,grpc]==1.2.0 \\
    --hash=sha256:0a1b \\
    --hash=sha256:2c3d
requests>=2.31,<3 ; python_version >= "3.8"  # via acme
-e git+ssh://git@github.com/acme/lib.git@main#egg=acme_lib&subdirectory=py
https://files.acme.io/x/acme_x-1.4.0-py3-none-any.whl
./libs/x
`,
  "setup.py": `"""setup"""
from setuptools import setup
V = "1.2"
REQUIRES = ["acme-core>=1.2", 'acme-auth @ git+https://github.com/acme/auth@v1']
setup(
    name="acme-app", version=V,
    install_requires=REQUIRES + ["long-" "name", f"acme-log=={V}", "x==%s" % V],
    extras_require={"dev": ("pytest",)},
)
`,
  "setup.cfg": `[metadata]
name = acme-app
[options]
install_requires =
    acme-core>=1.2
    # flask
    requests; python_version > "3"
[options.extras_require]
dev = pytest==8
`,
  Pipfile: `[packages]
acme-core = "==1.2.0"
acme-auth = {git = "https://github.com/acme/auth.git", ref = "v1", editable = true}
`,
  "uv.lock": `version = 1

[[package]]
name = "acme-log"
version = "0.9.0"
source = { git = "https://github.com/acme/log.git?tag=v0.9.0#0123456789abcdef0123456789abcdef01234567" }

[[package]]
name = "Acme_Core"
version = "1.4.0"
files = [
    { file = "acme_core.whl", hash = "sha256:00" },
]
[package.source]
resolved_reference = "0123456789abcdef0123456789abcdef01234567"
`,
  "Pipfile.lock": `{
    "_meta": {
        "sources": []
    },
    "default": {
        "acme-core": {
            "hashes": ["sha256:00"],
            "version": "==1.2.0"
        }
    }
}
`,
  ".github/workflows/tox.yml":
    "env: { TOXENV: 'py312,lint' }\nsteps:\n  - run: tox run -e ${{ matrix.kind }}\n  - run: git clone https://github.com/acme/kit.git\nkind:\n  - a\n",
  "acme_orders/__init__.py": `"""Orders. é"""
from acme_core.client import Client, Old as New
from acme_core.errors import (
    CoreError,  # One
    Other,
)
from .client import *
import acme_log.handlers as handlers, acme_auth
__all__ = ["Client", "do"]
A, B = 1, 2
C: int = 3
if A:
    D = E = 4
def do(a=1): pass
`,
  "acme_orders/client.py": "class Client:\n    x = 1\n\nasync def connect(): ...\n",
};
