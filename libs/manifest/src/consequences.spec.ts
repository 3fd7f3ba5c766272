import { describe, expect, it } from '@jest/globals';
import { capabilityDiff, consequencesOf, type Manifest } from './index.js';

const published = { version: '1.0.0', records: [{ type: 'bid', schema: { type: 'object' } }] } as unknown as Manifest;
const textsFor = (next: object): string[] =>
  consequencesOf(capabilityDiff(published, { ...published, ...next } as Manifest)).map(({ message }) => message);

describe('what a new version means for installations', () => {
  it('names what their admins must consent to, and the version that runs until then', () => {
    const [consent, ...more] = textsFor({ scopes: { 'cases.read': 'why' } });
    expect(consent).toMatch(/must consent; until then it runs 1\.0\.0 \(\/scopes\/cases\.read\)$/);
    expect(more).toEqual([]);
  });

  it('names each record type whose records become unreachable, and no other change of a record type', () => {
    const offer = { type: 'offer', schema: { type: 'object' } };
    expect(textsFor({ records: [offer] }).slice(1)).toEqual([
      expect.stringMatching(/^all records of type bid become unreachable/),
    ]);
    const names = { en: 'Bid' };
    expect(textsFor({ records: [{ ...published.records?.[0], names }, offer] })).toHaveLength(1);
  });

  it('says who calls whom after a change of delivery', () => {
    const texts = textsFor({ delivery: 'poll' });
    expect(texts).toEqual([
      expect.stringMatching(/must consent.*\/delivery/),
      expect.stringMatching(/nothing is pushed/),
    ]);
  });

  it('requires no consent when nothing differs', () => {
    expect(textsFor({})).toEqual(['no consent is needed: no capability differs']);
  });
});
