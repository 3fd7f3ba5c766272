/**
 * Words that are not allowed in names, with the terms to use instead. They are private terms or metaphors for which
 * an established term exists.
 */
export const FORBIDDEN_WORDS = new Map([
  ['door', 'authenticator'],
  ['desk', 'review'],
  ['bell', 'notification'],
  ['rung', 'notified'],
  ['courier', 'delivery worker'],
  ['judge', 'evaluate'],
  ['judged', 'evaluated'],
  ['judgement', 'evaluation'],
  ['round', 'batch, attempt'],
  ['flight', 'pipeline; `inFlight` is allowed'],
  ['fly', 'send'],
  ['doubt', 'uncertain'],
  ['doubtful', 'uncertain'],
  ['lane', 'partition, batcher'],
  ['kept', 'cached, stored'],
  ['leash', 'parent watchdog'],
  ['town', 'test system'],
  ['law', 'invariant'],
  ['strange', 'generated, untrusted'],
  ['stranger', 'client'],
  ['neighbour', 'stub service'],
  ['house', 'project'],
  ['nerve', 'connection'],
  ['play', 'execute'],
  ['played', 'executed'],
  ['playing', 'executing'],
  ['evidence', 'proof'],
  ['keeper', 'process supervisor'],
  ['standing', 'status, state, read model'],
  ['ask', 'request, query'],
  ['asked', 'requested'],
  ['asking', 'requesting'],
  ['asker', 'caller'],
  ['tell', 'notify, publish, report'],
  ['told', 'notified, published, reported'],
  ['telling', 'reporting'],
  ['hear', 'receive'],
  ['heard', 'received'],
  ['say', 'publish, report'],
  ['said', 'published, reported'],
  ['saying', 'message'],
  ['speak', 'report'],
  ['spoken', 'reported'],
  ['anew', 'again'],
  ['rig', 'test harness'],
  ['misfit', 'mismatch'],
  ['happening', 'event'],
  ['whoever', 'caller'],
  ['gather', 'collect'],
  ['thereby', 'so'],
  ['patience', 'timeout, backoff'],
  ['hasty', 'early'],
]);

/**
 * Splits a name into lower-case words: `retryFlights`, `retry-flights` and `RETRY_FLIGHTS` → `['retry', 'flights']`.
 */
export function wordsOf(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())
    .filter(Boolean);
}

/** Returns the first forbidden word of a name and its replacement, or null. Plurals are treated as singulars. */
export function forbiddenWordIn(name) {
  const words = wordsOf(name);
  for (const [index, word] of words.entries()) {
    if (/^flights?$/.test(word) && words[index - 1] === 'in') continue;
    const known = [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')].find((form) => FORBIDDEN_WORDS.has(form));
    if (known !== undefined) return { word, instead: FORBIDDEN_WORDS.get(known) };
  }
  return null;
}
