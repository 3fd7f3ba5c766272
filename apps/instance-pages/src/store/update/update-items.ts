/** What changes with an update, in the order of its weight: access, addresses, prices, the rest. */
import type { PluginManifest } from '../manifest.js';
import { increase } from '../mu.js';
import type { Change } from '../parts/changes.js';
import type { Update } from '../queries.js';

export type UpdateItem =
  | { readonly kind: 'scope'; readonly scope: string; readonly reason: string }
  | { readonly kind: 'scope_ends'; readonly scope: string }
  | { readonly kind: 'address'; readonly before: string; readonly after: string }
  | { readonly kind: 'egress'; readonly added: readonly string[]; readonly removed: readonly string[] }
  | { readonly kind: 'plan_ends'; readonly plan: string }
  | {
      readonly kind: 'rate';
      readonly plan: string;
      readonly service: string;
      readonly before: string | null;
      readonly after: string | null;
      /** Greater than 0 when the service becomes dearer. */
      readonly increase: number | null;
    };

/** `plan`: the active plan. Rates of the other plans that both versions have come last. */
export function updateItems(update: Update, installed: PluginManifest, plan: string | null): readonly UpdateItem[] {
  const offered = new Set(update.scopes.map(({ scope }) => scope));
  return [
    ...update.scopes.flatMap(({ scope, reason, new: isNew }): UpdateItem[] =>
      isNew ? [{ kind: 'scope', scope, reason }] : [],
    ),
    ...addresses(update),
    ...planItems(update, installed, plan),
    ...Object.keys(installed.scopes ?? {}).flatMap((scope): UpdateItem[] =>
      offered.has(scope) ? [] : [{ kind: 'scope_ends', scope }],
    ),
    ...update.plans
      .filter(({ key, rates_before }) => key !== plan && rates_before !== null)
      .flatMap(({ key }) => planItems(update, installed, key)),
  ];
}

function addresses({ base_url, egress }: Update): UpdateItem[] {
  if (egress !== undefined) {
    const added = egress.after.filter((host) => !egress.before.includes(host));
    const removed = egress.before.filter((host) => !egress.after.includes(host));
    return added.length + removed.length > 0 ? [{ kind: 'egress', added, removed }] : [];
  }
  if (base_url === undefined || base_url.before === base_url.after) return [];
  return [{ kind: 'address', before: base_url.before ?? '', after: base_url.after ?? '' }];
}

function planItems(update: Update, installed: PluginManifest, key: string | null): UpdateItem[] {
  if (key === null) return [];
  const next = update.plans.find((plan) => plan.key === key);
  if (next === undefined) return [{ kind: 'plan_ends', plan: key }];
  const before = next.rates_before ?? installed.plans?.find((plan) => plan.key === key)?.rates ?? {};
  const services = [...new Set([...Object.keys(before), ...Object.keys(next.rates)])];
  return services.flatMap((service): UpdateItem[] => {
    const [old = null, rate = null] = [before[service], next.rates[service]];
    if (old === rate) return [];
    const more = old === null || rate === null ? null : increase(old, rate);
    return [{ kind: 'rate', plan: key, service, before: old, after: rate, increase: more }];
  });
}

/** Changes that no item of its own shows. */
export function smallerChanges(update: Update, plan: string | null): readonly Change[] {
  const shown = /^\/(?:scopes|egress)\/|^\/base_url$|^\/plans\/[^/]+\/rates\//;
  const ofPlan = plan === null ? null : `/plans/${plan.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return update.diff.changes
    .filter(({ path }) => !shown.test(path) && (ofPlan === null || (path !== ofPlan && !path.startsWith(`${ofPlan}/`))))
    .map(({ path, before, after }) => ({
      path,
      change: before === null ? 'added' : after === null ? 'removed' : 'changed',
    }));
}
