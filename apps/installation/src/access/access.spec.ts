import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { accepted, acceptedPrivate, suspended } from '../../test/example-listing.js';
import { accessEnded, accessGranted, accessRequested } from '../../test/example-access.js';
import { listingStream, type ListingFact } from '../listing/listing.js';
import { accessStream, isListedFor, type AccessFact } from './access.js';

const isListed = (listing: readonly ListingFact[], access: readonly AccessFact[] = []) =>
  isListedFor(fold(listingStream, listing), fold(accessStream, access));

describe('a private release', () => {
  it('is listed only for an organisation with access', () => {
    expect(isListed([acceptedPrivate])).toBe(false);
    expect(isListed([acceptedPrivate], [accessRequested])).toBe(false);
    expect(isListed([acceptedPrivate], [accessRequested, accessGranted])).toBe(true);
    expect(isListed([acceptedPrivate], [accessRequested, accessGranted, accessEnded])).toBe(false);
    expect(isListed([acceptedPrivate, suspended], [accessRequested, accessGranted])).toBe(false);
  });

  it('is listed for everybody when a developer published it on this instance', () => {
    expect(isListed([{ ...accepted, data: { ...accepted.data, tier: 'private', source: 'development' } }])).toBe(true);
  });
});

it.each(['community', 'verified'] as const)('a %s release is listed without access', (tier) => {
  expect(isListed([{ ...accepted, data: { ...accepted.data, tier } }])).toBe(true);
});
