import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import fc from 'fast-check';
import { manifests } from '@kushk/testing';
import { checkRest, checkStructure, refusals, releaseChecks } from './index.js';

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
  releaseChecks(manifest, [...checkStructure(manifest, production), ...checkRest(manifest, production)]);
const told = (manifest: JsonObject) =>
  Object.fromEntries(
    checked(manifest)
      .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'not_applicable')
      .map(({ name, outcome, problems }) => [name, [outcome, ...problems.map(({ path }) => path)]]),
  );

describe('the checks of a release', () => {
  it('are always the same, in one order, and say what there was nothing of', () => {
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
      'what stands nowhere else',
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
      'hosts that are not public, which is advice',
      { ...base, base_url: 'https://10.0.0.1' },
      { reach: ['warning', '/base_url'] },
    ],
    [
      'a scope without a use, which is advice',
      { ...base, scopes: { 'wallet.consume': 'x' } },
      { scopes: ['warning', '/scopes/wallet.consume'] },
    ],
    [
      'a capability without its scope, beside a scope without a use',
      { ...base, scopes: { 'wallet.consume': 'x' }, sources: ['document'] },
      { scopes: ['failed', '/scopes/wallet.consume', '/sources/0'] },
    ],
    [
      'capabilities',
      { ...base, scopes: { 'sources.intake.document': 'x' }, sources: ['document', 'post'], events: ['x'] },
      { capabilities: ['failed', '/sources/1', '/events/0'] },
    ],
    [
      'JSON Schemas, wherever they stand',
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
      { plans: ['failed', '/plans/0/rates/b'] },
    ],
    [
      'tools',
      { ...base, tools: [{ name: 'A', description: 'A', input_schema: {} }] },
      { tools: ['failed', '/tools/0/name'] },
    ],
    [
      'settings',
      { ...base, settings: { type: 'object', additionalProperties: { type: 'string', format: 'password' } } },
      { settings: ['failed', '/settings/additionalProperties/format'] },
    ],
    ['pages', { ...base, ui: { app: { path: 'app' } } }, { ui: ['failed', '/ui/app/path'] }],
  ])('hold %s', (_name, manifest, expected) => {
    expect(told(manifest)).toEqual(expected);
  });

  it('hold each problem once and as it is, and fail exactly where an instance would refuse', () => {
    fc.assert(
      fc.property(manifests, (made) => {
        const manifest = JSON.parse(JSON.stringify(made)) as unknown;
        const problems = [...checkStructure(manifest, production), ...checkRest(manifest, production)];
        const checks = releaseChecks(
          (typeof manifest === 'object' && manifest !== null ? manifest : {}) as JsonObject,
          problems,
        );
        expect(new Set(checks.flatMap((check) => check.problems))).toEqual(new Set(problems));
        expect(checks.flatMap((check) => check.problems)).toHaveLength(problems.length);
        expect(checks.some(({ outcome }) => outcome === 'failed')).toBe(refusals(problems).length > 0);
      }),
      { numRuns: 500 },
    );
  });
});
