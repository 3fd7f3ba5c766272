import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installed, parties, removed, requested, suspended } from '../../../test/example-installation.js';
import type { InstallationFact } from '../../installation/installation-facts.js';
import { installationStream } from '../../installation/installation.js';
import * as release from '../../../test/example-listing.js';
import { listingStream, type ListingFact } from '../listing.js';
import { syncSuspension } from './sync-suspension.js';

const command = { version: '1.0.0', at };
const lifted = { type: 'SuspensionLifted', data: { at, ...parties, newStatus: 'installed' } };
const listed = [release.accepted];
const suspendedRelease = [release.accepted, release.suspended];
const withdrawnRelease = [release.accepted, release.withdrawn];
const givenStreams = (listing: readonly ListingFact[], ...installation: InstallationFact[]) =>
  given({ installation: [installationStream, ...installation], listing: [listingStream, ...listing] });

describe('syncSuspension', () => {
  it('suspends the installation of a suspended release once', () => {
    givenStreams(suspendedRelease, requested, installed)
      .when((states) => syncSuspension(command, states))
      .thenFacts(suspended);
    givenStreams(suspendedRelease, requested, installed, suspended)
      .when((states) => syncSuspension(command, states))
      .thenFacts();
  });

  it('lifts the suspension when the release is listed again', () => {
    givenStreams(listed, requested, installed, suspended)
      .when((states) => syncSuspension(command, states))
      .thenFacts(lifted);
    givenStreams(listed, requested, installed)
      .when((states) => syncSuspension(command, states))
      .thenFacts();
  });

  it('changes nothing when the installation runs another version', () => {
    const other = { ...command, version: '0.9.0' };
    givenStreams(suspendedRelease, requested, installed)
      .when((states) => syncSuspension(other, states))
      .thenFacts();
    givenStreams(listed, requested, installed, suspended)
      .when((states) => syncSuspension(other, states))
      .thenFacts();
  });

  it('changes nothing when the release is withdrawn: running installations keep running, suspended ones stay suspended', () => {
    givenStreams(withdrawnRelease, requested, installed)
      .when((states) => syncSuspension(command, states))
      .thenFacts();
    givenStreams(withdrawnRelease, requested, installed, suspended)
      .when((states) => syncSuspension(command, states))
      .thenFacts();
  });

  it('rejects an installation that was removed or never existed', () => {
    givenStreams(suspendedRelease, requested, installed, removed)
      .when((states) => syncSuspension(command, states))
      .thenRefuses('installation.removed');
    givenStreams(suspendedRelease)
      .when((states) => syncSuspension(command, states))
      .thenRefuses('installation.not_found');
  });
});
