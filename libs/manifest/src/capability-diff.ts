/** The capabilities that differ between two versions of a plugin (docs/reference/releases.md). */
import type { CapabilityDiff, Json } from '@kushk/contracts';
import { normalBaseUrl } from './base-url.js';
import { anyPlanOf, isHarmless, type Change } from './harmless-changes.js';
import { sameJson } from './json.js';
import { DEFAULT_PORT, type Manifest, type PlanDeclaration, type ProposalDeclaration } from './manifest.js';
import { rateMicroMu } from './plans.js';
import { pointerTo } from './pointer.js';

/** Indexes declarations by the name that identifies them, so that a different order in a list is not a change. */
type Named = ReadonlyMap<string, object>;

/**
 * The difference between two versions, in one of three classes, the worst case over all installations of `previous`:
 * - `consent`: an admin must agree before an update. {@link needsConsent} decides for one installation.
 * - `minor`: capabilities differ, and each difference is harmless.
 * - `none`: no capability differs. The order of a list, a trailing slash of `base_url`, the spelling of a rate, the
 *   reasons of scopes and the image of a container are not capabilities.
 *
 * The `path` of a change has names instead of indexes (`/tools/find_invoice/description`). `before` is null for an
 * added member, and `after` is null for a removed one.
 */
export function capabilityDiff(previous: Manifest, next: Manifest): CapabilityDiff {
  const changes = capabilityChanges(previous, next);
  const isMinor = changes.every((change) => isHarmless(change, anyPlanOf(previous)));
  return { previous: previous.version, class: !isMinor ? 'consent' : changes.length > 0 ? 'minor' : 'none', changes };
}

/**
 * Whether an installation of `previous` with this active plan needs its admin's consent to run `next`. It uses every
 * record type, source and tool that `previous` declares.
 */
export function needsConsent(previous: Manifest, next: Manifest, plan: string | null): boolean {
  return capabilityChanges(previous, next).some((change) => !isHarmless(change, (key) => key === plan));
}

type Member = keyof Manifest;
/** Members that are no capability: the name of the version, what it runs, and texts for people. */
const NO_CAPABILITIES: readonly Member[] = ['version', 'image', 'names', 'summaries'];

/** How a member is compared that is not compared as one value. */
const COMPARISONS: Partial<Record<Member, (previous: Manifest, next: Manifest) => Change[]>> = {
  scopes: (previous, next) =>
    changesOfSet('/scopes', Object.keys(previous.scopes ?? {}), Object.keys(next.scopes ?? {})),
  base_url: (previous, next) => changeAt('/base_url', addressOf(previous), addressOf(next)),
  egress: (previous, next) => changesOfSet('/egress', previous.egress ?? [], next.egress ?? []),
  port: (previous, next) => changeAt('/port', portOf(previous), portOf(next)),
  records: (previous, next) =>
    changesOfNamed('/records', namedBy(previous.records, 'type'), namedBy(next.records, 'type')),
  proposals: (previous, next) =>
    changesOfNamed(
      '/proposals',
      namedBy(proposalsOf(previous), 'record_type'),
      namedBy(proposalsOf(next), 'record_type'),
    ),
  sources: (previous, next) => changesOfSet('/sources', previous.sources ?? [], next.sources ?? []),
  services: (previous, next) =>
    changesOfNamed('/services', namedBy(previous.services, 'key'), namedBy(next.services, 'key')),
  plans: (previous, next) => changesOfPlans(previous.plans ?? [], next.plans ?? []),
  tools: (previous, next) => changesOfNamed('/tools', namedBy(previous.tools, 'name'), namedBy(next.tools, 'name')),
  events: (previous, next) => changesOfSet('/events', previous.events ?? [], next.events ?? []),
  ui: (previous, next) => [
    ...changesOfMembers('/ui/app', previous.ui?.app, next.ui?.app),
    ...changesOfNamed('/ui/panels', namedBy(previous.ui?.panels, 'key'), namedBy(next.ui?.panels, 'key')),
  ],
};

/** Every difference between two versions, those of the members above first. A member that is unknown here counts. */
function capabilityChanges(previous: Manifest, next: Manifest): Change[] {
  const members = [...Object.keys(COMPARISONS), ...Object.keys(previous), ...Object.keys(next)] as Member[];
  return [...new Set(members)]
    .filter((member) => !NO_CAPABILITIES.includes(member))
    .flatMap(
      (member) => COMPARISONS[member]?.(previous, next) ?? changeAt(`/${member}`, previous[member], next[member]),
    );
}

function portOf({ kind, port }: Manifest): number | undefined {
  return port ?? (kind === 'instance' ? DEFAULT_PORT : undefined);
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
  const [old, now] = [new Set(before), new Set(after)];
  const removed = before.filter((member) => !now.has(member));
  const added = after.filter((member) => !old.has(member));
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
