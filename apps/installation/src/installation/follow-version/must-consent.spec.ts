import { describe, expect, it } from '@jest/globals';
import type { Manifest } from '@kushk/manifest';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { submittedSettings } from '../change-settings/submitted-settings.js';
import { mustConsent } from './must-consent.js';

const label = { label: { type: 'string' } };
const settings = { type: 'object', properties: label };
const basic = (rates: Record<string, string>) => ({ key: 'basic', names: {}, rates });
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
    settings,
    ...more,
  }) as unknown as Manifest;
const evaluator = new PlainEvaluator();
const stored = { settings: { label: 'a', more: 1 }, secrets: [] };
async function mustConsentTo(more: object): Promise<boolean> {
  const next = manifest({ version: '1.1.0', ...more });
  const { problems } = await submittedSettings(next, { sent: null, stored }, evaluator);
  return mustConsent(manifest(), next, { plan: 'basic', problems, evaluator });
}

describe('mustConsent', () => {
  it.each<[string, object]>([
    ['nothing changes', {}],
    ['a tool is added', { tools: [{ name: 'a', description: 'b', input_schema: {} }] }],
    ['a scope is dropped', { scopes: {} }],
    ['a rate falls', { plans: [{ key: 'basic', names: {}, rates: { page: '0.2' } }] }],
    ['an optional setting is added', { settings: { ...settings, properties: { ...label, more: {} } } }],
    ['a rate of an inactive plan rises', { plans: [basic({ page: '0.25' }), { key: 'pro', rates: { page: '9' } }] }],
    ['an inactive plan is dropped', { plans: [{ key: 'basic', names: {}, rates: { page: '0.25' } }] }],
  ])('returns false when %s', async (_case, more) => {
    expect(await mustConsentTo(more)).toBe(false);
  });

  it.each<[string, object]>([
    ['a scope is added', { scopes: { 'records.own': '', 'cases.read': '' } }],
    ['the address changes', { base_url: 'https://other.acme.ir' }],
    ['a rate rises', { plans: [{ key: 'basic', names: {}, rates: { page: '0.3' } }] }],
    ['the active plan is dropped', { plans: [{ key: 'pro', names: {}, rates: { page: '0.2' } }] }],
    ['a service of the active plan gets its first rate', { plans: [basic({ page: '0.25', 'page.hd': '90' })] }],
    ['the service of the active plan has another key', { plans: [basic({ sheet: '5' })] }],
    ['a required setting is missing', { settings: { ...settings, required: ['key'] } }],
    ['a new setting does not accept its value', { settings: { ...settings, properties: { ...label, more: false } } }],
  ])('returns true when %s', async (_case, more) => {
    expect(await mustConsentTo(more)).toBe(true);
  });
});
