import { describe, expect, it } from '@jest/globals';
import { KEY_SCOPES, type KeyScope } from '@kushk/contracts';
import { routesOf } from '../../test/all-routes.js';
import { checkManifestPlugin, keyScope, requestedPlugin, type ForPublisher } from './key-scope.js';

const caller = (scopes: readonly KeyScope[], plugin_id: string | null = null) =>
  ({ publisher: { id: 'acme', name: 'Acme' }, key: { id: 'key_1', scopes, plugin_id } }) as ForPublisher;
const member = { publisher: { id: 'acme', name: 'Acme' }, member: { id: 'pm_1' } } as ForPublisher;
const ofInvoices = caller(KEY_SCOPES, 'ir.acme.invoices');
const other = { plugin_id: 'ir.acme.notes' };

describe('key scope', () => {
  const routes = routesOf('hub').filter(({ callerKind }) => callerKind === 'publisher');

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'names exactly one scope for %s',
    (_name, { requires }) => {
      const others = (scope: KeyScope) => caller(KEY_SCOPES.filter((one) => one !== scope));
      const required = KEY_SCOPES.filter((scope) => requires?.description === `scope ${scope}`);
      expect(required).toHaveLength(1);
      expect(() => requires!.check(others(required[0]!) as never, {})).toThrow('auth.scope_missing');
      expect(() => requires!.check(caller(required) as never, {})).not.toThrow();
    },
  );

  it('requires no scope of a member of the publisher', () => {
    expect(() => keyScope('manage').check(member, other)).not.toThrow();
  });

  it('rejects another plugin than that of the key like one that does not exist', () => {
    const { check } = keyScope('read');
    expect(() => check(ofInvoices, { ...other, version: '1.0.0' })).toThrow('catalogue.release_not_found');
    expect(() => check(ofInvoices, other)).toThrow('catalogue.plugin_not_found');
    expect(() => check(ofInvoices, { plugin_id: 'ir.acme.invoices' })).not.toThrow();
    expect(() => check(ofInvoices, {})).not.toThrow();
  });

  it('rejects a key of one plugin where the resource covers all plugins', () => {
    const { check } = keyScope('usage', { whole: 'usage.statement_not_found' });
    expect(() => check(ofInvoices, {})).toThrow('usage.statement_not_found');
    expect(() => check(caller(['usage']), {})).not.toThrow();
  });

  it('filters lists by the plugin of the key, and rejects the filter for another one', () => {
    expect(requestedPlugin(ofInvoices, null)).toBe('ir.acme.invoices');
    expect(requestedPlugin(member, null)).toBeNull();
    expect(() => requestedPlugin(ofInvoices, 'ir.acme.notes')).toThrow('catalogue.plugin_not_found');
  });

  it('rejects a manifest of another plugin', () => {
    expect(() => checkManifestPlugin(ofInvoices, { id: 'ir.acme.notes' })).toThrow('catalogue.plugin_not_found');
    for (const manifest of [{ id: 'ir.acme.invoices' }, { id: 7 }, null, 'text'])
      expect(() => checkManifestPlugin(ofInvoices, manifest)).not.toThrow();
  });
});
