import type { DsseEnvelope } from '@kushk/contracts';
import type { DeprecationChange } from '../src/deprecation/deprecation-change.js';
import type { PluginClaimed } from '../src/plugin/plugin.js';

const statement: DsseEnvelope = { payloadType: 'test', payload: '', signatures: [] };

export const command: DeprecationChange = {
  publisherId: 'acme',
  pluginId: 'ir.acme.invoices',
  by: 'key_1',
  at: '2026-11-28T10:00:00.000Z',
  sign: () => statement,
};

export const claimedBy = (publisherId: string): PluginClaimed => ({
  type: 'PluginClaimed',
  data: { publisherId, at: '2026-10-01T00:00:00.000Z' },
});

export const deprecated = {
  type: 'PluginDeprecated',
  data: {
    sequence: Date.parse('2026-11-01T00:00:00.000Z'),
    statement,
    reason: 'Replaced',
    successor: null,
    publisherId: 'acme',
    by: 'key_1',
    at: '2026-11-01T00:00:00.000Z',
  },
} as const;
