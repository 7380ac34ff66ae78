const EXPRESSION = /\$\{\{(?<body>[^{}]*)\}\}/g;

/** Substitutes `${{ x }}`; an expression that nothing binds stays, without the blanks around it. */
export function bindExpressions(text: string, valueOf: (expression: string) => string | undefined): string {
  return text.replace(EXPRESSION, (_, body: string) => {
    const expression = body.trim();
    return valueOf(expression) ?? `\${{${expression}}}`;
  });
}

/** What GitHub knows of a repository by its path, whoever starts the workflow. */
export function bindRepository(text: string, fullPath: string): string {
  const slash = fullPath.indexOf("/");
  const values = new Map([
    ["github.repository", fullPath],
    ["github.repository_owner", fullPath.slice(0, slash)],
    ["github.event.repository.name", fullPath.slice(slash + 1)],
  ]);
  return bindExpressions(text, (expression) => values.get(expression));
}
