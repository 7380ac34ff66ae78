/** Does a path, written in a file of the repository, lead to a place inside it? */
export function isWithinRepository(file: string, target: string): boolean {
  const path = target.replaceAll("\\", "/");
  if (/^(?:[/~]|[a-z]:)/i.test(path)) return false;
  let depth = file.split("/").length - 1;
  for (const part of path.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "." && part !== "") depth += 1;
    if (depth < 0) return false;
  }
  return true;
}
