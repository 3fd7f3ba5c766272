import { describe, expect, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { personViewsStream, setView, viewsOf, type PersonViewsFact } from './person-views.js';

const sara = { issuer: 'https://sign-in', subject: 'sara' };
const saved = (name: string, search: string, path = '/cases'): PersonViewsFact => ({
  type: 'ViewSaved',
  data: { ...sara, path, name, search },
});
const removed: PersonViewsFact = { type: 'ViewRemoved', data: { ...sara, path: '/cases', name: 'mine' } };
const set = (search: string | null, ...facts: readonly PersonViewsFact[]) =>
  given({ views: [personViewsStream, ...facts] }).when(({ views }) =>
    forStream('views', setView({ ...sara, path: '/cases', name: 'mine', search }, views)),
  );

describe('setView', () => {
  it('saves a view in place of the one with its name, and removes it', () => {
    set('?q=a').thenFactsOf({ views: [saved('mine', '?q=a')] });
    set('?q=b', saved('mine', '?q=a')).thenFactsOf({ views: [saved('mine', '?q=b')] });
    set(null, saved('mine', '?q=a')).thenFactsOf({ views: [removed] });
    const facts = [saved('mine', '?q=a'), saved('mine', '?q=x', '/store'), saved('mine', '?q=b'), removed];
    const state = facts.reduce(personViewsStream.evolve, personViewsStream.initial);
    expect(viewsOf(state)).toEqual([{ path: '/store', name: 'mine', search: '?q=x' }]);
  });

  it('records nothing when it is repeated', () => {
    set('?q=a', saved('mine', '?q=a')).thenFactsOf({});
    set(null).thenFactsOf({});
    set(null, saved('mine', '?q=a'), removed).thenFactsOf({});
  });

  it('refuses more views than a person needs', () => {
    const many = Array.from({ length: 100 }, (_view, n) => saved(`view ${n}`, '?q=a'));
    set('?q=a', ...many).thenRefuses('quota.exceeded', { quota: 'saved_views', limit: 100, used: 100 });
    set('?q=b', ...many.slice(1), saved('mine', '?q=a')).thenFactsOf({ views: [saved('mine', '?q=b')] });
  });
});
