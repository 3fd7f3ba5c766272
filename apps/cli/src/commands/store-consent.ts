/** The consent of an admin: what a version asks for, and the flags that accept exactly that and choose its plan. */
import type { JsonObject } from '@kushk/contracts';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase, type Phrase } from '../phrase.js';
import { propertySchema } from '../schema-example/example-value.js';
import { pointerNames } from '../schema-example/json-pointer.js';
import { isSecret, settingName } from '../settings/setting-lines.js';
import { printable, type Terminal } from '../terminal.js';
import type { Capabilities } from './manifest-lines.js';

/** Stands for an empty list in a flag. */
const NONE = 'none';

export interface ConsentOptions {
  readonly acceptScopes?: string;
  readonly acceptBaseUrl?: string;
  readonly acceptEgress?: string;
}
export interface ChoiceOptions extends ConsentOptions {
  readonly plan?: string;
}
/** What a version asks for, as the API wants the consent. */
export type Consent =
  /** A plugin that polls and has no address. */
  | { readonly scopes: readonly string[] }
  | { readonly scopes: readonly string[]; readonly base_url: string }
  | { readonly scopes: readonly string[]; readonly egress: readonly string[] };

export function consentTo({ isExternal, scopes, baseUrl, egress }: Capabilities): Consent {
  const names = scopes.map(([scope]) => scope);
  if (!isExternal) return { scopes: names, egress };
  return baseUrl === '' ? { scopes: names } : { scopes: names, base_url: baseUrl };
}

/** The flags that accept a consent, as a person copies them into a shell. */
export function consentFlags(consent: Consent): string {
  const scopes = `--accept-scopes ${shellWord(listText(consent.scopes))}`;
  if ('base_url' in consent) return `${scopes} --accept-base-url ${shellWord(consent.base_url)}`;
  return 'egress' in consent ? `${scopes} --accept-egress ${shellWord(listText(consent.egress))}` : scopes;
}

/**
 * The flag that chooses one of `plans`, with the only one of them, else with `placeholder`: which of several it is, is
 * for the admin to say. Empty without plans.
 */
export function planFlag(plans: readonly string[], placeholder: string): string {
  const [only, ...more] = plans;
  if (only === undefined) return '';
  return `--plan ${more.length === 0 ? shellWord(only) : placeholder}`;
}

/** The place in a command for a value that only the admin knows. */
const VALUE = 'VALUE';

/** The flags that give settings, by their JSON Pointers: a secret is asked for, any other has `VALUE` in its place. */
export function settingFlags(schema: JsonObject, pointers: readonly string[]): string {
  return pointers
    .map((pointer) => {
      const isHidden = isSecret(propertySchema(schema, pointerNames(pointer)));
      return `--set ${shellWord(settingName(pointer))}=${isHidden ? '-' : VALUE}`;
    })
    .join(' ');
}

/** Whether a command has a place for a value. */
export function hasPlace(command: string): boolean {
  return new RegExp(`(?:=| )${VALUE}(?= |$)`).test(command);
}

/** Quotes a value of a manifest, so that a shell takes it as one word and runs nothing in it. */
export function shellWord(text: string): string {
  const word = printable(text);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Whether the flags accept exactly what the version asks for: neither less nor more. */
export function isAccepted(consent: Consent, { acceptScopes, acceptBaseUrl, acceptEgress }: ConsentOptions): boolean {
  if (!isSameList(consent.scopes, acceptScopes)) return false;
  if ('egress' in consent) return isSameList(consent.egress, acceptEgress);
  return acceptBaseUrl === ('base_url' in consent ? consent.base_url : undefined);
}

/** Whether any flag of a consent was given. */
export function isConsenting({ acceptScopes, acceptBaseUrl, acceptEgress }: ConsentOptions): boolean {
  return acceptScopes !== undefined || acceptBaseUrl !== undefined || acceptEgress !== undefined;
}

/**
 * Throws unless the flags accept exactly what the version asks for, and choose one of `plans`, the keys of the plans of
 * which the installation would have none: without a plan each charge of the plugin fails. Before that it prints on
 * stderr what the version asks for, so that nobody consents to what they have not read.
 */
export function assertAccepted(
  terminal: Terminal,
  request: {
    readonly consent: Consent;
    readonly plans: readonly string[];
    readonly lines: readonly string[];
    /** The flags of the settings that are still missing; empty when none are. */
    readonly settings: string;
  },
  options: ChoiceOptions,
): void {
  const { consent, lines, settings } = request;
  const isConsented = isAccepted(consent, options);
  const plans = options.plan === undefined ? request.plans : [];
  if (isConsented && plans.length === 0) return;
  if (!terminal.json) for (const line of lines) terminal.note(line);
  const flags = [planFlag(plans, 'KEY'), isConsented ? '' : consentFlags(consent), settings]
    .filter((flag) => flag !== '')
    .join(' ');
  const text =
    plans.length > 1
      ? phrase`nothing was installed: to consent to this, add ${flags}, with one of its plans in place of KEY: ${plans.join(', ')}`
      : phrase`nothing was installed: to consent to this, add ${flags}`;
  throw new Failure(text, {
    code: isConsented ? 'cli.plan_missing' : 'cli.consent_missing',
    exitCode: EXIT.usage,
    ...(terminal.json ? { params: { consent, plans } } : {}),
    ...settingStep(settings),
  });
}

/** How to complete the flags of settings: each half only where a flag needs it. */
function settingStep(settings: string): { readonly step?: Phrase } {
  const hasSecret = /=-(?= |$)/.test(settings);
  if (hasPlace(settings))
    return {
      step: hasSecret
        ? phrase`write your value in place of each VALUE; NAME=- asks for a secret or reads it from standard input`
        : phrase`write your value in place of each VALUE`,
    };
  return hasSecret ? { step: phrase`NAME=- asks for a secret or reads it from standard input` } : {};
}

function listText(items: readonly string[]): string {
  return items.length === 0 ? NONE : items.join(',');
}

function isSameList(items: readonly string[], flag: string | undefined): boolean {
  if (flag === undefined) return false;
  const given = flag === NONE ? [] : flag.split(',').map((item) => item.trim());
  return new Set(given).size === new Set(items).size && given.every((item) => items.includes(item));
}
