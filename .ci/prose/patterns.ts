/** One kind of phrase that readers stumble over, and what to write instead. */
export interface Pattern {
  /** Matched against prose, and against identifiers split into lowercase words. */
  match: RegExp;
  say: string;
  /** Counted by `--count`: the words that plain technical English hardly uses. */
  odd?: boolean;
  /** Only identifiers, or only prose, are searched; both by default. */
  only?: "identifiers" | "prose";
}

const BE = "(?:is|are|was|were|be|been|being)";

/** Builds a case-insensitive pattern of whole words. A space matches any white space, line breaks included. */
function words(phrase: string): RegExp {
  return new RegExp(`\\b(?:${phrase.replaceAll(" ", "\\s+")})\\b`, "giu");
}

export const PATTERNS: readonly Pattern[] = [
  { match: words("nobody(?:'?s)?"), say: '"no one", or the subject: "no user", "no repository"', odd: true },
  { match: words("anybody(?:'?s)?"), say: '"anyone", or the subject: "any member"', odd: true },
  { match: words("somebody(?:'?s)?"), say: '"someone", or the subject: "a user"', odd: true },
  { match: words("who(?:m)?ever"), say: 'the subject: "users who", "the worker that"', odd: true },
  { match: words("whatever"), say: '"any", "all" or "regardless of"', odd: true },
  { match: words("whom"), say: '"who", or turn the sentence around', odd: true },

  { match: words("whence|whither|whereof|wherein|thereof|thrice|ere"), say: "the modern word" },
  { match: words("such as (?:it )?(?:is|are)"), say: "what it is" },
  { match: words(`${BE} told(?! apart)`), say: '"receives", "reports" or "logs"', only: "prose" },
  { match: words(`${BE} asked`), say: '"requests", "queries" or "checks"', only: "prose" },
  { match: words("it is (?:known|said|believed)"), say: "who knows it, or the fact alone", only: "prose" },
  { match: words(`${BE} known of`), say: '"known", or "has"', only: "prose" },
  { match: words("anew|afresh"), say: '"again" or "new"' },
  {
    match: words(`(?<!there )${BE} none`),
    say: '"does not exist", "is not a …" or "there is no …"',
    only: "prose",
  },
  { match: words("in vain"), say: '"without result"' },
  { match: words("no good any ?more"), say: '"expired" or "no longer valid"' },
  {
    match: words("of (?:its|their|his|her|our|your) own"),
    say: '"its own …" or "a separate …"',
    only: "prose",
  },
  {
    match: words("by (?:itself|themselves)"),
    say: '"automatically", "alone" or "on its own"',
    only: "prose",
  },
  {
    match: words(
      `what (?:[\\w']+ ){0,5}${BE} (?:not )?(?:read|said|told|known|shown|kept|asked|written|refused|named|seen|meant|stored|counted|held)`,
    ),
    say: 'the noun: "the fields read", "unknown names"',
    only: "prose",
  },
  { match: words("who(?:ever)? asks?"), say: '"the caller" or "the client"', only: "prose" },
  { match: words("so that nothing"), say: '"so … cannot"', only: "prose" },
  { match: words("to be (?:said|looked at)"), say: "the active verb", only: "prose" },
  { match: words("no notice of"), say: '"ignores"', only: "prose" },
  {
    match: words("stands? (?:there|beside|below|above|in(?! for))"),
    say: '"is in", "is next to"',
    only: "prose",
  },
  { match: words("bears? (?:it|them|him|her) out"), say: '"confirms"', only: "prose" },
  { match: words("(?:is|are) believed|believes?"), say: '"accepts", "trusts" or "assumes"', only: "prose" },
  { match: words("untold|unasked|unjudged|unnoted"), say: "a full sentence" },
  { match: words("mend(?:s|ed|ing)?(?! Renovate)"), say: '"fix"' },
  { match: words("(?:is|are|was|were|be|been) broken off"), say: '"aborted"', only: "prose" },
  { match: words("of long ago|ever so"), say: "the figure" },
  { match: words("and be done|that is all there is"), say: "nothing" },

  // The field's terms.
  { match: words("seekers?"), say: '"dependents"', only: "identifiers" },
  { match: words("patience"), say: '"timeout" or "retry after"' },
  { match: words("put in"), say: '"interpolate" or "insert"', only: "identifiers" },
  { match: words("spell theirs"), say: '"normalize"', only: "identifiers" },

  // American spelling.
  {
    match: words("(?:behavi|col|fav|hon|lab|neighb|harb|rum)our(?:s|ed|ing|able|ite|ites|hood)?"),
    say: '"-or-"',
  },
  { match: words("(?:cent|met|lit|fib|theat)re[sd]?"), say: '"-er"' },
  { match: words("licen[c](?:e|es|ed|ing)"), say: '"license"', only: "prose" },
  { match: words("(?:defen|offen|preten)ces?"), say: '"-se"' },
  { match: words("(?:catalog|analog)ues?"), say: '"-og"' },
  { match: words("(?:label|model|signal|travel|level|channel|marshal)l(?:ed|ing|er)"), say: 'one "l"' },
  {
    match: words(
      "(?:organ|recogn|initial|normal|serial|synchron|author|optim|minim|maxim|custom|summar|categor|final|real|capital|special|general|central|local|token|material|util|visual|emphas|apolog|prior|standard|random|anonym|memor|sanit|parallel)is(?:e|es|ed|ing|er|ers|ation|ations)",
    ),
    say: '"-ize"',
  },
  { match: words("analys(?:e|ed|ing)|paralys(?:e|ed|ing)"), say: '"-yze"' },
  {
    match: words("grey|whilst|amongst|towards|judgement|artefacts?|fulfils?|programmes?"),
    say: "the American spelling",
  },
];
