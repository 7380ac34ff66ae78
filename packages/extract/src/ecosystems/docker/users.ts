import { unquote, type Instruction, type Word } from "./instructions.ts";

/** A name on a line. */
export interface UserLine {
  name: string;
  line: number;
}

const USER = /^[a-z_][\w.-]*$/i;
const CREATES = /^(?:useradd|adduser)$/;
const ENDS = /^(?:&&|\|\||;|\|)$|;$/;

/** Returns the words of the commands that create users: their names, and values of options that no user has. */
export function createdUsers({ words }: Instruction, expand: (text: string) => string): UserLine[] {
  const found: UserLine[] = [];
  let isCreating = false;
  for (const { text, line } of words) {
    const name = expand(unquote(text)).replace(/;$/, "");
    if (isCreating && USER.test(name)) found.push({ name, line });
    isCreating = (isCreating && !ENDS.test(text)) || CREATES.test(text.replace(/^.*\//, ""));
  }
  return found;
}

/** Returns the user of `USER name:group` and `--chown=name:group`. Every image has root, and numbers need no user. */
export function neededUser({ text, line }: Word, expand: (text: string) => string): UserLine[] {
  const name = expand(unquote(text)).split(":", 1)[0] ?? "";
  return USER.test(name) && name !== "root" ? [{ name, line }] : [];
}
