/** How much of a name's end always shows: what tells `acme/payments-api` from `acme/payments-web`. */
const TAIL = 12;

/** A name in two parts, of which the first may be cut where there is no room. */
export function splitMiddle(name: string): { head: string; tail: string } {
  if (name.length <= TAIL * 2) return { head: name, tail: "" };
  return { head: name.slice(0, -TAIL), tail: name.slice(-TAIL) };
}
