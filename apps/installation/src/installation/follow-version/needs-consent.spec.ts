import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { needsConsent } from './needs-consent.js';

const manifest = (more: object = {}): Manifest =>
  ({
    id: 'ir.acme.invoices',
    version: '1.0.0',
    kind: 'external',
    base_url: 'https://plugin.acme.ir',
    scopes: { 'records.own': '' },
    plans: [
      { key: 'basic', names: {}, rates: { page: '0.25' } },
      { key: 'pro', names: {}, rates: { page: '0.1' } },
    ],
    settings: { type: 'object', properties: { label: { type: 'string' } } },
    ...more,
  }) as unknown as Manifest;
const current = { evaluator: new PlainEvaluator(), plan: 'basic', settings: { label: 'a' } as JsonObject };

describe('needsConsent', () => {
  it.each<[string, object]>([
    ['nothing changes', {}],
    ['a tool has another description', { tools: [{ name: 'a', description: 'b', input_schema: {} }] }],
    ['a rate falls', { plans: [{ key: 'basic', names: {}, rates: { page: '0.2' } }] }],
    ['an optional setting is added', { settings: { type: 'object', properties: { label: {}, more: {} } } }],
    ['an inactive plan is dropped', { plans: [{ key: 'basic', names: {}, rates: { page: '0.25' } }] }],
    [
      'a setting that is set becomes required',
      { settings: { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] } },
    ],
  ])('returns false when %s', async (_case, more) => {
    expect(await needsConsent(manifest(), manifest({ version: '1.1.0', ...more }), current)).toBe(false);
  });

  it.each<[string, object]>([
    ['a scope is added', { scopes: { 'records.own': '', 'cases.read': '' } }],
    ['a scope is dropped', { scopes: {} }],
    ['the address changes', { base_url: 'https://other.acme.ir' }],
    ['a rate rises', { plans: [{ key: 'basic', names: {}, rates: { page: '0.3' } }] }],
    ['the active plan is dropped', { plans: [{ key: 'pro', names: {}, rates: { page: '0.2' } }] }],
    ['a required setting is missing', { settings: { type: 'object', required: ['key'] } }],
  ])('returns true when %s', async (_case, more) => {
    expect(await needsConsent(manifest(), manifest({ version: '1.1.0', ...more }), current)).toBe(true);
  });
});
