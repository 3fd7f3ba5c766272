import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import fc from 'fast-check';
import { manifests } from '@kushk/testing/manifest-generators';
import { checkContent, checkStructure, blockingProblems, releaseChecks } from './index.js';

const about: JsonObject = {
  schema: '1',
  id: 'ir.acme.invoices',
  version: '1.4.0',
  publisher: 'acme',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
};
const base: JsonObject = { ...about, kind: 'external', base_url: 'https://plugin.acme.ir' };
const container: JsonObject = { ...about, kind: 'instance', image: `acme/x@sha256:${'0'.repeat(64)}`, egress: [] };
const production = { production: true };
const checked = (manifest: JsonObject) =>
  releaseChecks(manifest, [...checkStructure(manifest, production), ...checkContent(manifest, production)]);
const failures = (manifest: JsonObject) =>
  Object.fromEntries(
    checked(manifest)
      .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'not_applicable')
      .map(({ name, outcome, problems }) => [name, [outcome, ...problems.map(({ path }) => path)]]),
  );

describe('the automatic checks of a release', () => {
  it('are always complete and in the same order, with not_applicable for absent parts', () => {
    expect(checked(base).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'structure passed',
      'run_location passed',
      'image not_applicable',
      'egress not_applicable',
      'reach passed',
      'scopes passed',
      'capabilities not_applicable',
      'json_schemas not_applicable',
      'plans not_applicable',
      'tools not_applicable',
      'settings not_applicable',
      'ui not_applicable',
    ]);
  });

  it.each<[string, JsonObject, object]>([
    [
      'all other problems',
      { ...base, colour: 'red', summaries: { E: 'x' } },
      { structure: ['failed', '/colour', '/summaries/E'] },
    ],
    ['the run location', { ...base, base_url: 'http://plugin.acme.ir' }, { run_location: ['failed', '/base_url'] }],
    ['the image and its digest', { ...container, image: 'acme/x:1.4' }, { image: ['failed', '/image'] }],
    [
      'egress',
      { ...container, egress: ['*.acme.ir:443'], port: 0 },
      { run_location: ['failed', '/port'], egress: ['failed', '/egress/0'] },
    ],
    [
      'hosts that are not public, as advice',
      { ...base, base_url: 'https://10.0.0.1' },
      { reach: ['warning', '/base_url'] },
    ],
    [
      'an unused scope, as advice',
      { ...base, scopes: { 'wallet.consume': 'x' } },
      { scopes: ['warning', '/scopes/wallet.consume'] },
    ],
    [
      'a missing scope together with an unused one',
      { ...base, scopes: { 'wallet.consume': 'x' }, sources: ['document'] },
      { scopes: ['failed', '/scopes/wallet.consume', '/sources/0'] },
    ],
    [
      'capabilities',
      { ...base, scopes: { 'sources.intake.document': 'x' }, sources: ['document', 'post'], events: ['x'] },
      { capabilities: ['failed', '/sources/1', '/events/0'] },
    ],
    [
      'JSON Schemas in every part',
      {
        ...base,
        scopes: { 'records.own': 'x' },
        records: [{ type: 'a', schema: { type: 'text' } }],
        tools: [{ name: 'a', description: 'A', input_schema: { $ref: 'https://acme.ir/x' } }],
        settings: { type: 'object', properties: { a: { pattern: '(?=a)' } } },
      },
      {
        json_schemas: [
          'failed',
          '/records/0/schema/type',
          '/tools/0/input_schema/$ref',
          '/settings/properties/a/pattern',
        ],
      },
    ],
    [
      'plans and their rates',
      {
        ...base,
        scopes: { 'wallet.consume': 'x' },
        services: [{ key: 'a', unit: 'page' }],
        plans: [{ key: 'p', rates: { b: '1' } }],
      },
      { plans: ['failed', '/plans/0/rates', '/plans/0/rates/b'] },
    ],
    [
      'tools',
      { ...base, tools: [{ name: 'A', description: 'A', input_schema: {} }] },
      { tools: ['failed', '/tools/0/name'] },
    ],
    [
      'settings',
      { ...base, settings: { type: 'object', properties: { token: { type: 'string' } } } },
      { settings: ['warning', '/settings/properties/token'] },
    ],
    ['pages', { ...base, ui: { app: { path: 'app' } } }, { ui: ['failed', '/ui/app/path'] }],
  ])('report each problem in the right check: %s', (_name, manifest, expected) => {
    expect(failures(manifest)).toEqual(expected);
  });

  it('contain each problem once, and fail exactly when an instance would reject the release', () => {
    fc.assert(
      fc.property(manifests, (made) => {
        const manifest = JSON.parse(JSON.stringify(made)) as unknown;
        const problems = [...checkStructure(manifest, production), ...checkContent(manifest, production)];
        const checks = releaseChecks(
          (typeof manifest === 'object' && manifest !== null ? manifest : {}) as JsonObject,
          problems,
        );
        expect(new Set(checks.flatMap((check) => check.problems))).toEqual(new Set(problems));
        expect(checks.flatMap((check) => check.problems)).toHaveLength(problems.length);
        expect(checks.some(({ outcome }) => outcome === 'failed')).toBe(blockingProblems(problems).length > 0);
      }),
      { numRuns: 500 },
    );
  });
});
