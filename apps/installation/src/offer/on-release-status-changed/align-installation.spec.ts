import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { about, at, installed, removed, requested } from '../../installation/example-installation.js';
import { installationStream, type InstallationFact } from '../../installation/installation.js';
import type { Offer } from '../offer.js';
import { alignInstallation } from './align-installation.js';

const offer = (status: 'offered' | 'suspended' | 'withdrawn', version = '1.0.0'): Offer => ({
  status,
  pluginId: about.pluginId,
  version,
  tier: 'verified',
  publisher: 'acme',
  manifestDigest: 'sha256:1',
  publishedAt: at,
  waitsFor: null,
});
const suspended: InstallationFact = { type: 'InstallationSuspended', data: { at, ...about, statusAfter: 'suspended' } };
function factsOf(release: Offer, ...facts: readonly InstallationFact[]): readonly string[] {
  const version = 'version' in release ? release.version : '1.0.0';
  const decision = alignInstallation(
    { version, at },
    { installation: fold(installationStream, facts), offer: release },
  );
  return decision.accepted ? decision.facts.map(({ type }) => type) : [decision.refusal.code];
}

describe('an installation and the release that it runs', () => {
  it('stop together and go on together', () => {
    expect(factsOf(offer('suspended'), requested, installed)).toEqual(['InstallationSuspended']);
    expect(factsOf(offer('suspended'), requested, installed, suspended)).toEqual([]);
    expect(factsOf(offer('offered'), requested, installed, suspended)).toEqual(['SuspensionLifted']);
    expect(factsOf(offer('offered'), requested, installed)).toEqual([]);
  });

  it('have nothing to do with each other once it runs another version: its own release speaks for it', () => {
    expect(factsOf(offer('suspended', '0.9.0'), requested, installed)).toEqual([]);
    expect(factsOf(offer('offered', '0.9.0'), requested, installed, suspended)).toEqual([]);
  });

  it('part with a withdrawal: what runs runs on, what was stopped stays stopped', () => {
    expect(factsOf(offer('withdrawn'), requested, installed)).toEqual([]);
    expect(factsOf(offer('withdrawn'), requested, installed, suspended)).toEqual([]);
  });

  it('part with the removal', () => {
    expect(factsOf(offer('suspended'), requested, installed, removed)).toEqual(['installation.removed']);
    expect(factsOf(offer('suspended'))).toEqual(['installation.not_found']);
  });
});
