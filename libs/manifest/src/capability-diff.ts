/** The capabilities that differ between two versions of a plugin (docs/reference/releases.md). */
import type { CapabilityDiff, Json } from '@kushk/contracts';
import { normalBaseUrl } from './base-url.js';
import { listOf, sameJson } from './json.js';
import type { Manifest, PlanDeclaration, ProposalDeclaration } from './manifest.js';
import { rateMicroMu } from './plans.js';
import { pointerTo } from './pointer.js';

type Change = CapabilityDiff['changes'][number];
/** Indexes declarations by the name that identifies them, so that a different order in a list is not a change. */
type Named = ReadonlyMap<string, object>;

/**
 * The difference between two versions, in one of three classes:
 * - `consent`: an admin must agree before an update. Every installation needs consent where scopes, `egress` or
 *   `base_url` differ or a rate rises. Only some installations are affected where a record type, a plan or a tool
 *   disappears (a renamed one disappears) or a setting becomes required, so not all of them wait for consent.
 *   {@link everyoneMustConsent} distinguishes the two cases.
 * - `minor`: other capabilities differ.
 * - `none`: no capability differs. The order of a list, a trailing slash of `base_url`, the spelling of a rate, the
 *   reasons of scopes and the image of a container are not capabilities.
 *
 * The `path` of a change has names instead of indexes (`/tools/find_invoice/description`). `before` is null for an
 * added member, and `after` is null for a removed one.
 */
export function capabilityDiff(previous: Manifest, next: Manifest): CapabilityDiff {
  const consent = [
    ...changesOfSet('/scopes', Object.keys(previous.scopes ?? {}), Object.keys(next.scopes ?? {})),
    ...changeAt('/base_url', addressOf(previous), addressOf(next)),
    ...changesOfSet('/egress', previous.egress ?? [], next.egress ?? []),
  ];
  const minor = [
    ...changesOfNamed('/records', namedBy(previous.records, 'type'), namedBy(next.records, 'type')),
    ...changesOfNamed(
      '/proposals',
      namedBy(proposalsOf(previous), 'record_type'),
      namedBy(proposalsOf(next), 'record_type'),
    ),
    ...changesOfSet('/sources', previous.sources ?? [], next.sources ?? []),
    ...changesOfNamed('/services', namedBy(previous.services, 'key'), namedBy(next.services, 'key')),
    ...changesOfPlans(previous.plans ?? [], next.plans ?? []),
    ...changesOfNamed('/tools', namedBy(previous.tools, 'name'), namedBy(next.tools, 'name')),
    ...changesOfSet('/events', previous.events ?? [], next.events ?? []),
    ...changeAt('/settings', previous.settings, next.settings),
    ...changesOfMembers('/ui/app', previous.ui?.app, next.ui?.app),
    ...changesOfNamed('/ui/panels', namedBy(previous.ui?.panels, 'key'), namedBy(next.ui?.panels, 'key')),
  ];
  const changes = [...consent, ...minor];
  const needsConsent =
    changes.some(needsConsentOfAll) || changes.some(isDroppedDeclaration) || requiresMoreSettings(previous, next);
  return {
    previous: previous.version,
    class: needsConsent ? 'consent' : changes.length > 0 ? 'minor' : 'none',
    changes,
  };
}

/** Whether every installation needs its admin's consent, regardless of its plan and settings. */
export function everyoneMustConsent(previous: Manifest, next: Manifest): boolean {
  return capabilityDiff(previous, next).changes.some(needsConsentOfAll);
}

function needsConsentOfAll(change: Change): boolean {
  return /^\/(?:scopes\/|egress\/|base_url$)/.test(change.path) || isRateIncrease(change);
}

/** Whether the version drops something that installations use: a record type, a plan or a tool. */
function isDroppedDeclaration({ path, after }: Change): boolean {
  return after === null && /^\/(?:records|plans|tools)\/[^/]+$/.test(path);
}

/** Whether a setting that was optional before is now required. */
function requiresMoreSettings(previous: Manifest, next: Manifest): boolean {
  const before = new Set(listOf(previous.settings?.['required']));
  return listOf(next.settings?.['required']).some((name) => !before.has(name));
}

function addressOf(manifest: Manifest): string | undefined {
  return manifest.base_url === undefined ? undefined : normalBaseUrl(manifest.base_url);
}

function proposalsOf({ proposals = [] }: Manifest): readonly ProposalDeclaration[] {
  return proposals.map(({ actions, ...proposal }) => ({ ...proposal, actions: [...actions].sort() }));
}

function changeAt(path: string, before: unknown, after: unknown): Change[] {
  if (sameJson(before ?? null, after ?? null)) return [];
  return [{ path, before: (before ?? null) as Json, after: (after ?? null) as Json }];
}

function changesOfSet(path: string, before: readonly string[], after: readonly string[]): Change[] {
  const removed = before.filter((member) => !after.includes(member));
  const added = after.filter((member) => !before.includes(member));
  return [
    ...removed.map((member) => ({ path: pointerTo(path, member), before: member, after: null })),
    ...added.map((member) => ({ path: pointerTo(path, member), before: null, after: member })),
  ];
}

function namedBy<Key extends string>(list: readonly Readonly<Record<Key, unknown>>[] | undefined, key: Key): Named {
  return new Map((list ?? []).map((member) => [textOf(member[key]), member]));
}

/** The name of a declaration. A manifest that only warnings complain about may have an object in its place. */
function textOf(name: unknown): string {
  return typeof name === 'string' ? name : JSON.stringify(name);
}

/**
 * An added or removed declaration is one change. For a declaration in both versions, each member that differs is one
 * change.
 */
function changesOfNamed(path: string, before: Named, after: Named): Change[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => changesOfMembers(pointerTo(path, name), before.get(name), after.get(name)));
}

function changesOfMembers(path: string, before: object | undefined, after: object | undefined): Change[] {
  if (before === undefined || after === undefined) return changeAt(path, before, after);
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    changeAt(pointerTo(path, name), old.get(name), now.get(name)),
  );
}

/** Compares plans like other declarations, but each rate separately, so that the admin sees which price rises. */
function changesOfPlans(before: readonly PlanDeclaration[], after: readonly PlanDeclaration[]): Change[] {
  const [old, now] = [new Map(before.map((plan) => [plan.key, plan])), new Map(after.map((plan) => [plan.key, plan]))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [path, was, is] = [pointerTo('/plans', key), old.get(key), now.get(key)];
    if (was === undefined || is === undefined) return changeAt(path, was, is);
    const { rates: ratesBefore, ...restBefore } = was;
    const { rates: ratesAfter, ...restAfter } = is;
    return [
      ...changesOfMembers(path, restBefore, restAfter),
      ...changesOfMembers(`${path}/rates`, ratesBefore, ratesAfter).filter((rate) => !isSameRate(rate)),
    ];
  });
}

function isSameRate({ before, after }: Change): boolean {
  return typeof before === 'string' && typeof after === 'string' && rateMicroMu(before) === rateMicroMu(after);
}

function isRateIncrease(change: Change): boolean {
  if (!/^\/plans\/[^/]+\/rates\//.test(change.path)) return false;
  if (typeof change.before !== 'string' || typeof change.after !== 'string') return false;
  return rateMicroMu(change.after) > rateMicroMu(change.before);
}
