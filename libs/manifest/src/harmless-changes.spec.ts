import { describe, expect, it } from '@jest/globals';
import { manifests } from '@kushk/testing/manifest-generators';
import type { JsonObject } from '@kushk/contracts';
import fc from 'fast-check';
import {
  blockingProblems,
  capabilityDiff,
  checkContent,
  checkStructure,
  needsConsent,
  normalBaseUrl,
  rateMicroMu,
  SCOPES,
  secretPointers,
  type Manifest,
} from './index.js';

const services = ['a', 'b', 'c'];
const plan = fc.record({
  key: fc.constantFrom('basic', 'pro'),
  rates: fc.dictionary(fc.constantFrom(...services), fc.constantFrom('0.25', '1', '1.0', '9'), { maxKeys: 3 }),
});
const setting = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', title: 'Key' },
  { type: 'string', writeOnly: true },
  { type: 'object', properties: { name: { type: 'string', format: 'password' } } },
);
const settings: fc.Arbitrary<JsonObject> = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('label', 'key'), setting, { maxKeys: 2 }),
    additionalProperties: fc.oneof(fc.constant(false), setting),
    required: fc.subarray(['label', 'key']),
  },
  { requiredKeys: ['type'] },
);
/** Parts that decide what a plugin costs, reaches and reveals, so that they differ often and in small ways. */
const parts: fc.Arbitrary<Partial<Manifest>> = fc.record(
  {
    scopes: fc
      .subarray([...SCOPES], { minLength: SCOPES.length - 1 })
      .map((scopes) => Object.fromEntries(scopes.map((scope) => [scope, 'x']))),
    services: fc.constant(services.map((key) => ({ key, unit: 'page' }))),
    plans: fc.uniqueArray(plan, { selector: ({ key }) => key }),
    proposals: fc.uniqueArray(
      fc.record({
        record_type: fc.constantFrom('case', 'document'),
        actions: fc.subarray<'create' | 'update'>(['create', 'update'], { minLength: 1 }),
      }),
      { selector: ({ record_type }) => record_type },
    ),
    settings,
  },
  { requiredKeys: ['scopes', 'services'] },
);

const isAccepted = (manifest: object): manifest is Manifest =>
  checkStructure(manifest, { production: false }).length === 0 && blockingProblems(checkContent(manifest)).length === 0;

/** Two accepted manifests, of which the second differs from the first in one to three members. */
const pairs: fc.Arbitrary<readonly [Manifest, Manifest]> = fc
  .tuple(fc.tuple(manifests, parts), fc.tuple(manifests, parts), fc.infiniteStream(fc.nat()))
  .map(([[generated, some], [otherGenerated, others], picks]) => {
    const [first, second] = [
      { ...(generated as object), ...some },
      { ...(otherGenerated as object), ...others },
    ];
    const names = Object.keys(second);
    const changed = [...picks.take(3)].map((pick) => names[pick % names.length]!);
    const next = { ...first, ...Object.fromEntries(Object.entries(second).filter(([name]) => changed.includes(name))) };
    return [first, next] as const;
  })
  .filter((pair): pair is [Manifest, Manifest] => pair.every(isAccepted));

const values: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('label', 'key', 'other'),
  fc.oneof(fc.constant<JsonObject | string>('x'), fc.constant({ name: 'x' })),
);

/** Everything that a manifest lets a plugin reach. */
function reachOf({ kind, base_url, port, scopes, proposals, sources, egress, events }: Manifest): string[] {
  return [
    `${kind} ${base_url === undefined ? '' : normalBaseUrl(base_url)} ${port ?? ''}`,
    ...Object.keys(scopes ?? {}),
    ...(proposals ?? []).flatMap(({ record_type, actions }) => actions.map((action) => `${record_type} ${action}`)),
    ...[sources, egress, events].flatMap((list) => list ?? []),
  ];
}
const ratesOf = ({ plans = [] }: Manifest, key: string) => plans.find((one) => one.key === key)?.rates ?? {};

function expectHarmless(
  [previous, next]: readonly [Manifest, Manifest],
  plans: readonly string[],
  stored: JsonObject,
): void {
  for (const active of plans)
    for (const [service, rate] of Object.entries(ratesOf(next, active)))
      expect(rateMicroMu(rate)).toBeLessThanOrEqual(rateMicroMu(ratesOf(previous, active)[service] ?? '0'));
  expect(reachOf(previous)).toEqual(expect.arrayContaining(reachOf(next)));
  expect(next.egress ?? []).toEqual(expect.arrayContaining([...(previous.egress ?? [])]));
  const secretsIn = ({ settings: schema = {} }: Manifest) => secretPointers(schema, stored);
  // The parent of a secret hides it as well.
  for (const pointer of secretsIn(previous))
    expect(secretsIn(next).some((other) => `${pointer}/`.startsWith(`${other}/`)) ? 'secret' : pointer).toBe('secret');
}

describe('an update that needs no consent', () => {
  it('costs, reaches and reveals no more in any installation when its class is minor', () => {
    const seen = { minor: 0, consent: 0, none: 0 };
    fc.assert(
      fc.property(pairs, values, ([previous, next], stored) => {
        const { class: kind } = capabilityDiff(previous, next);
        seen[kind] += 1;
        if (kind === 'consent') return;
        expect(needsConsent(previous, next, null)).toBe(false);
        expectHarmless(
          [previous, next],
          (previous.plans ?? []).map(({ key }) => key),
          stored,
        );
      }),
      { numRuns: 250 },
    );
    expect(Math.min(seen.minor, seen.consent)).toBeGreaterThan(5);
  });

  it('costs, reaches and reveals no more in the installation that follows it', () => {
    const followed = { count: 0 };
    fc.assert(
      fc.property(pairs, values, fc.constantFrom('basic', 'pro', null), ([previous, next], stored, active) => {
        if (needsConsent(previous, next, active)) return;
        followed.count += 1;
        expectHarmless([previous, next], active === null ? [] : [active], stored);
      }),
      { numRuns: 250 },
    );
    expect(followed.count).toBeGreaterThan(20);
  });
});
