import { describe, expect, it } from '@jest/globals';
import { parseInstancePage } from './instance-page.js';

const item = {
  plugin_id: 'a',
  alias: `inst_${'1'.repeat(20)}`,
  sequence: 1,
  mu_consumed: '2',
  mu_purchased: '0',
  mu_gifted: '0',
  mu_reversed: '0',
  mu_revoked: '0',
  proposals_applied: 0,
  proposals_rejected: 0,
  services: [],
};
const page = { as_of: '2026-11-20T09:00:00.000Z', closed: false, next_cursor: null };
const parse = (reply: unknown) => parseInstancePage(reply, new Set(['a']));

describe('a page of an instance', () => {
  it.each([
    { mu_consumed: 'NaN' },
    { mu_purchased: '-1' },
    { mu_gifted: '1e3' },
    { proposals_applied: -1 },
    { proposals_rejected: 0.5 },
    { services: null },
    { services: [{ service: 'ocr.page', count: 1, mu: 'NaN' }] },
    { services: [{ service: 'ocr.page', count: -1, mu: '1' }] },
    { services: [{ service: 'Sepehr Trading', count: 1, mu: '1' }] },
    { alias: 'org_sepehr_trading' },
    { sequence: 'x' },
  ])('is rejected with the invalid value %j', (invalid) => {
    expect(
      parse({
        ...page,
        items: [
          { ...item, alias: `inst_${'2'.repeat(20)}` },
          { ...item, ...invalid },
        ],
      }),
    ).toBeNull();
  });

  it('is rejected when it lists an installation twice', () => {
    expect(parse({ ...page, items: [item, item] })).toBeNull();
  });

  it('is reduced to the known fields of the requested plugins', () => {
    const services = [{ service: 'ocr.page', count: 8, mu: '2' }];
    const reported = { ...item, services: [{ ...services[0], customer: 'Sepehr' }], organisation_id: 'org_sepehr' };
    expect(
      parse({
        as_of: '2026-11-20T12:30:00+03:30',
        closed: false,
        next_cursor: 'abc',
        items: [reported, { ...reported, plugin_id: 'z', alias: `inst_${'3'.repeat(20)}` }],
        organisation: 'Sepehr',
      }),
    ).toEqual({ ...page, next_cursor: 'abc', items: [{ ...item, services }] });
  });

  it.each([
    null,
    [],
    {},
    { items: [] },
    { ...page, items: [null] },
    { ...page, items: [], as_of: 'soon' },
    { items: [], as_of: page.as_of, next_cursor: null },
    { ...page, items: [], next_cursor: 7 },
    { ...page, items: [], next_cursor: '' },
  ])('is rejected in the invalid form %j', (reply) => {
    expect(parse(reply)).toBeNull();
  });
});
