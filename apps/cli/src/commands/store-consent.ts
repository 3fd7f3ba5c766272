/** The consent of an admin: what a version asks for, and the flags that accept exactly that. */
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';
import type { Capabilities } from './manifest-lines.js';

/** Stands for an empty list in a flag. */
const NONE = 'none';

export interface ConsentOptions {
  readonly acceptScopes?: string;
  readonly acceptBaseUrl?: string;
  readonly acceptEgress?: string;
}
/** What a version asks for, as the API wants the consent. */
export type Consent =
  | { readonly scopes: readonly string[]; readonly base_url: string }
  | { readonly scopes: readonly string[]; readonly egress: readonly string[] };

export function consentTo({ isExternal, scopes, baseUrl, egress }: Capabilities): Consent {
  const names = scopes.map(([scope]) => scope);
  return isExternal ? { scopes: names, base_url: baseUrl } : { scopes: names, egress };
}

/** The flags that accept a consent, as a person copies them into a shell. */
export function consentFlags(consent: Consent): string {
  const scopes = `--accept-scopes ${shellWord(listText(consent.scopes))}`;
  return 'base_url' in consent
    ? `${scopes} --accept-base-url ${shellWord(consent.base_url)}`
    : `${scopes} --accept-egress ${shellWord(listText(consent.egress))}`;
}

/** Quotes a value of a manifest, so that a shell takes it as one word and runs nothing in it. */
export function shellWord(text: string): string {
  const word = printable(text);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Whether the flags accept exactly what the version asks for: neither less nor more. */
export function isAccepted(consent: Consent, { acceptScopes, acceptBaseUrl, acceptEgress }: ConsentOptions): boolean {
  if (!isSameList(consent.scopes, acceptScopes)) return false;
  return 'base_url' in consent ? acceptBaseUrl === consent.base_url : isSameList(consent.egress, acceptEgress);
}

/** Whether any flag of a consent was given. */
export function isConsenting({ acceptScopes, acceptBaseUrl, acceptEgress }: ConsentOptions): boolean {
  return acceptScopes !== undefined || acceptBaseUrl !== undefined || acceptEgress !== undefined;
}

/**
 * Throws unless the flags accept exactly what the version asks for. Before that it prints on stderr what that is, so
 * that nobody consents to what they have not read.
 */
export function assertAccepted(
  terminal: Terminal,
  { consent, lines }: { readonly consent: Consent; readonly lines: readonly string[] },
  options: ConsentOptions,
): void {
  if (isAccepted(consent, options)) return;
  if (!terminal.json) for (const line of lines) terminal.note(line);
  throw new Failure(phrase`nothing was installed: to consent to this, add ${consentFlags(consent)}`, {
    code: 'cli.consent_missing',
    exitCode: EXIT.usage,
    ...(terminal.json ? { params: { consent } } : {}),
  });
}

function listText(items: readonly string[]): string {
  return items.length === 0 ? NONE : items.join(',');
}

function isSameList(items: readonly string[], flag: string | undefined): boolean {
  if (flag === undefined) return false;
  const given = flag === NONE ? [] : flag.split(',').map((item) => item.trim());
  return new Set(given).size === new Set(items).size && given.every((item) => items.includes(item));
}
