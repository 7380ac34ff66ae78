import type { Credit } from "./credits.ts";
import { Identities } from "./identities.ts";
import { accountKey } from "./identity.ts";
import type { Person, PersonCorrections } from "./people.ts";
import { foldName, isFullName } from "./person-name.ts";

/** The main author of a repository, with what finds the same person in others. */
export interface MainAuthor {
  name: string;
  /** Pseudonyms, as of a `Person`. */
  keys: readonly string[];
  /** See `nicknamesOf`. */
  nicknames: readonly string[];
}

/**
 * Returns the names of one word that a person with a full name also signed with, folded. They are likely the login. Omits a part of the
 * full name, which others may share.
 */
export function nicknamesOf(credits: readonly Credit[], { name, keys }: Person): string[] {
  if (!isFullName(name)) return [];
  const own = new Set(keys);
  const parts = new Set(foldName(name).split(" "));
  const signed = credits.flatMap(({ signers }) =>
    signers.filter((signer) => signer.keys.some((key) => own.has(key))),
  );
  const words = new Set(signed.map((signer) => foldName(signer.name)));
  return [...words].filter((word) => word !== "" && !word.includes(" ") && !parts.has(word)).toSorted();
}

interface Known {
  /** `@login` of users in CODEOWNERS files of the same organizations. */
  accounts: readonly string[];
  pseudonym: (key: string) => string;
  samePerson: PersonCorrections["samePerson"];
}

/**
 * Returns the name under which each author is known: the account in CODEOWNERS, so that an author and an owner who are one person have one
 * name, or else the full name that most repositories have for the person. An account belongs to the author with its address at the host, or
 * else to the only one who signed with it as a nickname.
 */
export function knownAs(
  authors: readonly MainAuthor[],
  { accounts, pseudonym, samePerson }: Known,
): string[] {
  const identities = new Identities();
  for (const keys of [...samePerson, ...authors.map((author) => author.keys)]) identities.join(keys);
  const idOf = ({ keys: [key = ""] }: MainAuthor): string => identities.find(key);
  const people = Map.groupBy(authors, idOf);

  const accountOf = new Map<string, string>();
  const claim = (id: string | undefined, account: string): void => {
    if (id !== undefined && people.has(id) && !accountOf.has(id)) accountOf.set(id, account);
  };
  const sorted = accounts.toSorted();
  for (const account of sorted) {
    for (const host of ["github", "gitlab"] as const)
      claim(identities.find(pseudonym(accountKey(account.slice(1), host))), account);
  }
  const claimed = new Set(accountOf.values());
  const ofNickname = Map.groupBy(
    [...people].flatMap(([id, same]) =>
      [...new Set(same.flatMap(({ nicknames }) => nicknames))].map((name) => ({ id, name })),
    ),
    ({ name }) => name,
  );
  for (const account of sorted) {
    const [only, ...others] = ofNickname.get(foldName(account)) ?? [];
    if (others.length === 0 && !claimed.has(account)) claim(only?.id, account);
  }

  const names = new Map([...people].map(([id, same]) => [id, accountOf.get(id) ?? commonName(same)]));
  return authors.map((author) => names.get(idOf(author)) ?? author.name);
}

/** Returns the full name of most of the authors, who are one person, or else any name of most. */
function commonName(same: readonly MainAuthor[]): string {
  const full = same.filter(({ name }) => isFullName(name));
  const byName = Map.groupBy(full.length > 0 ? full : same, ({ name }) => name);
  const [most] = [...byName].toSorted(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1));
  return most?.[0] ?? "";
}
