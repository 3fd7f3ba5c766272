/** Data for an event that `kushk dev trigger` sends without `--data`: that of the event's type, with made-up ids. */
import { randomBytes } from 'node:crypto';
import type { PluginEventData } from '@kushk/contracts';

type Examples = { readonly [Type in keyof PluginEventData]: () => PluginEventData[Type] };

/** As long as an id of the service. */
const id = (prefix: string): string => `${prefix}_example${randomBytes(10).toString('hex').slice(0, 19)}`;

const EXAMPLES: Examples = {
  'plugin.proposal.settled': () => ({
    proposal_id: id('prp'),
    external_id: id('example'),
    record_type: 'case',
    record_id: id('cas'),
    outcome: 'applied',
    reason: null,
    settled_by: 'person',
    revision: 1,
  }),
  'plugin.proposal.undone': () => ({
    proposal_id: id('prp'),
    external_id: id('example'),
    record_type: 'case',
    record_id: id('cas'),
  }),
  'plugin.settings.changed': () => ({ settings_revision: 2 }),
  'plugin.scopes.changed': () => ({ scopes: [], added: [], removed: [] }),
  'plugin.version.changed': () => ({ version: '1.1.0', previous: '1.0.0' }),
  'plugin.plan.changed': () => ({ plan: 'basic' }),
  'plugin.paused': () => ({ status: 'paused' }),
  'plugin.resumed': () => ({ status: 'installed' }),
  'plugin.wallet.low': () => ({ available: '5', threshold: '10' }),
  'plugin.wallet.hold_expired': () => ({ hold_id: id('hld'), service: 'example', released: '1' }),
  'plugin.source.reviewed': () => ({
    source_id: id('src'),
    external_id: id('example'),
    kind: 'document',
    outcome: 'accepted',
    record_id: id('doc'),
    reason: null,
  }),
  'plugin.ping': () => ({}),
};

/** `{}` for a type that does not exist, which the instance then rejects. */
export function exampleEventData(type: string): object {
  return Object.hasOwn(EXAMPLES, type) ? EXAMPLES[type as keyof Examples]() : {};
}
