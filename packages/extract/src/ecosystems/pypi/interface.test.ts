import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { pypi } from "./index.ts";

const IDENTITY = { fullPath: "acme/app", cloneUrl: null };

const extract = (files: Record<string, string>, withSourceInterfaces = true) =>
  extractFiles(files, [pypi], { ...IDENTITY, withSourceInterfaces });

const PROJECT = '[project]\nname = "acme-kit"\n';

/** `name file:line` of the members of the first interface, with `*` for those that accept any name. */
const defined = (files: Record<string, string>): string[] =>
  (extract({ "pyproject.toml": PROJECT, ...files }).interfaces?.[0]?.members ?? []).map(
    ({ name, file, line, acceptsAny }) => `${name}${acceptsAny ? "*" : ""} ${file}:${line}`,
  );

const namesOf = (text: string): string[] =>
  defined({ "acme_kit.py": text }).map((one) => one.replace(/ .*:/, " "));

describe("pypi: names of modules", () => {
  it("has definitions, assignments and imports, private ones too", () => {
    const text = `"""Kit.

from docstring import nothing
x = 1
"""
from __future__ import annotations
import os.path, json as js
from .client import Client, Old as New  # Comment
from .errors import (
    KitError,  # One
    _private,
)

A, B = 1, 2
C: int = 3
D = E = 4
_hidden = 5
value.attribute = call(keyword=1) == 2


@decorated(
    x=1)
async def do(a=1):
    inner = 1

    def nested(): ...


class Kit(Base):
    field = 1
`;
    expect(defined({ "src/acme_kit/__init__.py": text, "src/acme_kit/_private.py": "x = 1\n" })).toEqual(
      [
        " src/acme_kit/__init__.py:1",
        ".A src/acme_kit/__init__.py:14",
        ".B src/acme_kit/__init__.py:14",
        ".C src/acme_kit/__init__.py:15",
        ".Client src/acme_kit/__init__.py:8",
        ".D src/acme_kit/__init__.py:16",
        ".E src/acme_kit/__init__.py:16",
        ".Kit src/acme_kit/__init__.py:29",
        ".KitError src/acme_kit/__init__.py:9",
        ".New src/acme_kit/__init__.py:8",
        "._hidden src/acme_kit/__init__.py:17",
        "._private src/acme_kit/__init__.py:9",
        "._private.x src/acme_kit/_private.py:1",
        ".annotations src/acme_kit/__init__.py:6",
        ".do src/acme_kit/__init__.py:23",
        ".js src/acme_kit/__init__.py:7",
        ".os src/acme_kit/__init__.py:7",
      ].map((one) => `acme_kit${one}`),
    );
  });

  it("has the names of every branch", () => {
    const text = `try:
    import fast
except ImportError:
    fast = None
if sys.version_info > (3,):
    def do():
        local = 1
    kind = 1
elif other: kind2 = 2
with x: named = 3
`;
    expect(namesOf(text)).toEqual([
      "acme_kit 1",
      "acme_kit.do 6",
      "acme_kit.fast 2",
      "acme_kit.kind 8",
      "acme_kit.kind2 9",
      "acme_kit.named 10",
    ]);
  });

  it("follows star imports, and has the names of __all__", () => {
    expect(
      defined({
        "acme_kit/__init__.py": 'from .core import *\nfrom ._x import *\n__all__ = ["late"]\n',
        "acme_kit/core.py": "from acme_kit import *\nfrom .sub import *\nDo = 1\n",
        "acme_kit/_x.py": "x = 1\n",
        "acme_kit/sub/__init__.py": "from . import other\nSub = 1\n",
      }).filter((one) => /^acme_kit(?:\.\w+)?\*? /.test(one)),
    ).toEqual([
      "acme_kit acme_kit/__init__.py:1",
      "acme_kit.Do acme_kit/core.py:3",
      "acme_kit.Sub acme_kit/sub/__init__.py:2",
      "acme_kit._x acme_kit/_x.py:1",
      "acme_kit.core acme_kit/core.py:1",
      "acme_kit.late acme_kit/__init__.py:3",
      "acme_kit.other acme_kit/sub/__init__.py:1",
      "acme_kit.sub acme_kit/sub/__init__.py:1",
      "acme_kit.x acme_kit/_x.py:1",
    ]);
  });

  it.each([
    ["a star import from elsewhere", "from other import *\n"],
    ["__getattr__", "def __getattr__(name): ...\n"],
    ["globals()", "globals()[name] = 1\n"],
    ["globals() that are passed on", "exec(code, globals())\n"],
    ["sys.modules", "sys.modules[__name__] = Lazy()\n"],
    ["sys.modules of another name", "sys.modules['acme_kit'] = Lazy()\n"],
    ["attributes of itself", "setattr(sys.modules[__name__], name, 1)\n"],
  ])("accepts any name of a module with %s", (_, text) => {
    expect(namesOf(text)[0]).toBe("acme_kit* 1");
  });

  it.each([
    "def f(name):\n    return sys.modules[name].__file__\n",
    "x = globals()['y']\n",
    "x = globals().get('y')\n",
    "x = 'y' in globals()\n",
    "assert globals()['y'] == 1\n",
  ])("only has its own names if it reads those of modules: %j", (text) => {
    expect(namesOf(text)[0]).toBe("acme_kit 1");
  });

  it("accepts any name of a module that was not read or is compiled", () => {
    const extraction = new RepositoryExtraction({ ...IDENTITY, withSourceInterfaces: true }, [pypi]);
    extraction.addFile("pyproject.toml", new TextEncoder().encode(PROJECT));
    const paths = ["pyproject.toml", "acme_kit/large.py", "acme_kit/fast.pyx", "other/x.py"];
    const tree = paths.map((path) => ({ path, mode: "100644", oid: "0".repeat(40) }));
    expect(extraction.finish(tree).interfaces?.[0]?.members).toEqual([
      { kind: "name", name: "acme_kit.fast", file: "acme_kit/fast.pyx", line: 1, acceptsAny: true },
      { kind: "name", name: "acme_kit.large", file: "acme_kit/large.py", line: 1, acceptsAny: true },
    ]);
  });

  it("only has modules that are named like the distribution, in its own folder", () => {
    const { interfaces } = extract({
      "pyproject.toml": '[project]\nname = "Acme.Core"\n',
      "src/acme/core/api.py": "x = 1\n",
      "src/acme/other.py": "x = 1\n",
      "tests/test_core.py": "x = 1\n",
      "kit/pyproject.toml": '[project]\nname = "python-kit"\n',
      "kit/kit/__init__.py": "y = 1\n",
      "kit/acme/core/x.py": "z = 1\n",
    });
    expect(interfaces?.map(({ scope, members }) => [scope, ...members.map(({ name }) => name)])).toEqual([
      ["python_package:acme-core", "acme.core.api", "acme.core.api.x"],
      ["python_package:python-kit", "kit", "kit.y"],
    ]);
  });

  it("is only read on demand", () => {
    const files = { "pyproject.toml": PROJECT, "acme_kit.py": "x = 1\n" };
    expect(extract(files, false).interfaces).toBeUndefined();
  });

  it.each([
    "",
    "\0",
    '"""',
    "'",
    "(",
    "from",
    "from x import (",
    "import ,",
    "x = y = ",
    "def",
    "a\\",
    ")))",
  ])("survives %j", (text) => {
    expect(extract({ "pyproject.toml": PROJECT, "acme_kit.py": text, "x.py": text }).problems).toEqual([]);
  });
});

const USES = { "requirements.txt": "acme-kit>=2\nother\n" };

/** `name file:line` of the arguments of the first declaration. */
const used = (text: string, files: Record<string, string> = USES): string[] | undefined =>
  extract({ ...files, "app.py": text }, false).declarations[0]?.arguments?.map(
    ({ name, file, line }) => `${name} ${file}:${line}`,
  );

describe("pypi: imported names", () => {
  it("passes names and modules with their lines", () => {
    const text = `import acme_kit.core as core, os
from acme_kit import a, b as c  # d, e
from acme_kit.api import (
    One,
    # Two,
    Three as T,
)
from acme_kit.long import x, \\
    y
from acme_kit.all import *
from other import z
from .acme_kit import local
`;
    expect(used(text)).toEqual([
      "acme_kit.core app.py:1",
      "acme_kit.a app.py:2",
      "acme_kit.b app.py:2",
      "acme_kit.api.One app.py:4",
      "acme_kit.api.Three app.py:6",
      "acme_kit.long.x app.py:8",
      "acme_kit.long.y app.py:8",
      "acme_kit.all app.py:10",
    ]);
  });

  it("leaves out imports that may not run, and text", () => {
    const text = `"""
from acme_kit import docstring
"""
code = '''
from acme_kit import string
'''
try:
    from acme_kit import guarded
except ImportError:
    guarded = None
if TYPE_CHECKING:
    from acme_kit import typing
# from acme_kit import comment
from acme_kit import used
def f():
    if x:
        from acme_kit import conditional
    """
    from acme_kit import docstring
    """
`;
    expect(used(text)).toEqual(["acme_kit.used app.py:14"]);
  });

  it("passes imports in functions", () => {
    const text = `import os

class A:
    @property
    def f(
        self, x=(1, 2),
    ):
        # Comment
        from acme_kit import lazy

        with open(x):
            import acme_kit.core

        try:
            from acme_kit import guarded
            def g():
                from acme_kit import nested
        except ImportError:
            pass

async def h():
    from acme_kit.api import (
        One,
    )
`;
    expect(used(text)).toEqual([
      "acme_kit.lazy app.py:9",
      "acme_kit.core app.py:12",
      "acme_kit.api.One app.py:23",
    ]);
  });

  it("passes imports whose failure no handler catches", () => {
    const text = `def f():
    try:
        from acme_kit import lacking
        from acme_kit.core import lacking_in_module
        import acme_kit.gone
    except ModuleNotFoundError:
        return
    try:
        import acme_kit.api
        """
text
        """
    except (KeyError, ValueError) as error:
        raise
    finally:
        done()
    try:
        import acme_kit.custom
    except AcmeError:
        pass
    try:
        import acme_kit.all
    except:
        pass
try:
    from acme_kit import top
except ModuleNotFoundError:
    top = None
try:
    import acme_kit.last
finally:
    done()
`;
    expect(used(text)).toEqual([
      "acme_kit.lacking app.py:3",
      "acme_kit.top app.py:26",
      "acme_kit.last app.py:30",
    ]);
  });

  it.each([
    ["Acme.Kit", "acme_kit"],
    ["acme-kit-core", "acme.kit.core"],
    ["python-kit", "kit"],
    ["kit-python", "kit"],
  ])("finds the modules of %s in %s", (distribution, module) => {
    expect(used(`from ${module}.x import y\n`, { "requirements.txt": distribution })).toEqual([
      `${module}.x.y app.py:1`,
    ]);
  });

  it("reads the files in the folder of the manifest", () => {
    const { declarations } = extract(
      {
        "a/pyproject.toml": '[project]\nname = "a"\ndependencies = ["acme-kit"]\n',
        "a/app.py": "from acme_kit import A\n",
        "b/requirements/base.txt": "acme-kit\n",
        "b/app.py": "from acme_kit import B\n",
        "b/acme_kit/x.py": "from acme_kit import own\n",
        "c/requirements.txt": "acme-kit\n",
      },
      false,
    );
    expect(declarations.map((one) => one.arguments?.map(({ name }) => name))).toEqual([
      ["acme_kit.A"],
      ["acme_kit.B"],
      undefined,
    ]);
  });
});
