import { describe, expect, it } from '@jest/globals';
import type { AuditEntry, AuditReply } from '@kushk/contracts';
import fc from 'fast-check';
import { mergeAudit } from './merge-audit.js';

const entry = (id: string): AuditEntry => ({
  id,
  at: '',
  actor: { kind: 'system', id: 'system', name: null },
  action: 'a',
  subject: { type: 's', id: 's', name: null },
  installation_id: null,
  details: {},
});

const ordered = (ids: readonly string[], sort: 'newest' | 'oldest'): readonly string[] =>
  sort === 'newest' ? ids.toSorted().toReversed() : ids.toSorted();

/** A page as a service returns it: at most `limit` of its entries beyond `before`, of the first `examined`. */
function pageOf(
  ids: readonly string[],
  before: string | null,
  { limit, examined, sort }: Record<'limit' | 'examined', number> & { readonly sort: 'newest' | 'oldest' },
) {
  const left = ordered(ids, sort).filter((id) => before === null || (sort === 'newest' ? id < before : id > before));
  const seen = left.slice(0, examined);
  const items = seen.slice(0, limit).map(entry);
  if (seen.length > limit) return { items, searched_to: items.at(-1)!.id };
  return { items, searched_to: left.length > examined ? seen.at(-1)! : null };
}

describe('mergeAudit', () => {
  it.each(['newest', 'oldest'] as const)(
    'returns every entry of every service once and in order, whatever each service returns at a time: %s first',
    (sort) => {
      const ids = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { maxLength: 60 });
      fc.assert(
        fc.property(ids, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 9 }), (numbers, limit, examined) => {
          const all = numbers.map((number) => `aud_${String(number).padStart(3, '0')}`);
          const services = [0, 1, 2].map((service) => all.filter((_id, index) => index % 3 === service));
          const found: string[] = [];
          for (let before: string | null = null; ;) {
            const replies: AuditReply[] = services.map((own) => pageOf(own, before, { limit, examined, sort }));
            const page = mergeAudit(replies, { limit, sort });
            expect(page.items.length).toBeLessThanOrEqual(limit);
            found.push(...page.items.map(({ id }) => id));
            if (page.end === null) break;
            before = page.end;
          }
          expect(found).toEqual(ordered(all, sort));
        }),
      );
    },
  );
});
