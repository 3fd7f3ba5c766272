import { describe, expect, it } from '@jest/globals';
import { alikeCount, isCovered } from './alike.js';

const event = {
  plugin_id: 'ir.acme.calendar',
  record_type: 'calendar_event' as const,
  action: 'create' as const,
  changes: { title: 'جلسه', starts_at: '2026-11-20T08:00:00Z', ends_at: '2026-11-20T09:00:00Z' },
};
const byPerson = { ...event, settled_by: 'person' as const };

describe('proposals that are alike', () => {
  it('have the same plugin, type, action and fields, whatever the values', () => {
    const other = { ...byPerson, changes: { ends_at: 'b', title: 'دیگر', starts_at: 'a' } };
    const fewer = { ...byPerson, changes: { title: 'جلسه' } };
    expect(alikeCount([byPerson, other, fewer, { ...byPerson, plugin_id: 'ir.acme.other' }], event)).toBe(2);
  });

  it('are counted when a person applied them', () => {
    expect(alikeCount([byPerson, { ...byPerson, settled_by: 'rule' }], event)).toBe(1);
  });

  it('are covered by a rule of the plugin or of every plugin, for the type and the action', () => {
    const rule = { record_type: event.record_type, actions: ['create' as const] };
    expect(isCovered([{ ...rule, plugin_id: null }], event)).toBe(true);
    expect(isCovered([{ ...rule, plugin_id: event.plugin_id }], event)).toBe(true);
    expect(
      isCovered(
        [
          { ...rule, plugin_id: 'ir.acme.other' },
          { ...rule, plugin_id: null, record_type: 'case' },
          { ...rule, plugin_id: null, actions: ['update'] },
        ],
        event,
      ),
    ).toBe(false);
  });
});
