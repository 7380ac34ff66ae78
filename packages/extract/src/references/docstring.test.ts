import { describe, expect, it } from "vitest";
import { findDocstrings } from "./docstring.ts";

const docstrings = (text: string): string[] =>
  findDocstrings(text).map(({ start, end }) => text.slice(start, end));

describe("findDocstrings", () => {
  it.each([
    '"""a"""\nx = 1\n',
    "#!/usr/bin/env python\n# it's\n'''a'''\n",
    'def f():\n    """a"""\n    return 1\n',
    'def f(\n    x="(",\n):\n    r"""a"""\n',
    'x = "it\'s"\n"""a"""\n',
    "x = 'open\n'''a'''\n",
    'x = """b"""\r\n"""a"""\r\n',
    '"""a \\""" # """\nx = 1\n',
    '"""a"""\n"""b\n',
    'constructor\n"""a"""\n',
  ])("finds a triple-quoted string that starts a statement: %j", (text) => {
    expect(docstrings(text)).toHaveLength(1);
    expect(docstrings(text)[0]).toMatch(/^(?:"""|''')a/);
  });

  it.each([
    'x = """a"""\n',
    'x = (\n    """a"""\n)\n',
    'run(\n"""a"""\n)\n',
    'x = \\\n"""a"""\n',
    'return """a"""\n',
    '"a"\n',
    '"""a\n',
    '# """a"""\n',
    'x = \'"""\'\n',
  ])("ignores strings that are used, and unterminated ones: %j", (text) => {
    expect(docstrings(text)).toEqual([]);
  });
});
