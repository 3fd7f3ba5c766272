import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessGranted, accessRequested } from '../../../test/example-access.js';
import { accepted, acceptedPrivate, suspended, withdrawn } from '../../../test/example-listing.js';
import { accessStream } from '../../access/access.js';
import { deprecationStream } from '../../deprecation/deprecation.js';
import { listingStream } from '../../listing/listing.js';
import { reservationStream } from '../../reservation/reservation.js';
import { request, requested } from '../../../test/example-installation.js';
import { installationStream } from '../installation.js';
import { install } from './install.js';

const command = { request, isVersionNamed: false };
const reservedFor = (installationId: string) => ({ type: 'ReservationMade', data: { installationId } }) as const;

describe('install', () => {
  it('requests the installation and reserves the plugin in the organisation', () => {
    given({
      reservation: [reservationStream],
      installation: [installationStream],
      listing: [listingStream, accepted],
      deprecation: [deprecationStream],
      access: [accessStream],
    })
      .when((states) => install(command, states))
      .thenFactsOf({ reservation: [reservedFor('ins_1')], installation: [requested] })
      .thenReplies({ status: 'pending', grants: { scopes: ['records.own'] } });
  });

  it('rejects a plugin that the organisation has already installed', () => {
    given({
      reservation: [reservationStream, reservedFor('ins_0')],
      listing: [listingStream, accepted],
      deprecation: [deprecationStream],
      access: [accessStream],
    })
      .when((states) => install(command, states))
      .thenRefuses('installation.already_installed', { installation_id: 'ins_0' });
  });

  it('installs a deprecated plugin only with a named version', () => {
    const deprecation = { reason: 'Replaced', successor: 'ir.acme.bills', since: request.at };
    const states = {
      reservation: [reservationStream],
      installation: [installationStream],
      access: [accessStream],
      listing: [listingStream, accepted],
      deprecation: [
        deprecationStream,
        { type: 'DeprecationAccepted', data: { sequence: 1, deprecation, at: request.at } },
      ],
    } as const;
    given(states)
      .when((found) => install(command, found))
      .thenRefuses('store.plugin_deprecated', { reason: 'Replaced', successor: 'ir.acme.bills' });
    given(states)
      .when((found) => install({ ...command, isVersionNamed: true }, found))
      .thenFactsMatch(reservedFor('ins_1'), { type: 'InstallationRequested' });
  });

  it('installs the plugin again after it was removed', () => {
    given({
      reservation: [
        reservationStream,
        reservedFor('ins_0'),
        { type: 'ReservationReleased', data: { installationId: 'ins_0' } },
      ],
      listing: [listingStream, accepted],
      deprecation: [deprecationStream],
      access: [accessStream],
    })
      .when((states) => install(command, states))
      .thenFactsOf({ reservation: [reservedFor('ins_1')], installation: [requested] });
  });

  it.each([
    ['is not listed', []],
    ['is suspended', [accepted, suspended]],
    ['is withdrawn', [accepted, withdrawn]],
  ])('rejects a release that %s', (_case, facts) => {
    given({
      reservation: [reservationStream],
      listing: [listingStream, ...facts],
      deprecation: [deprecationStream],
      access: [accessStream],
    })
      .when((states) => install(command, states))
      .thenRefuses('store.plugin_not_found');
  });

  it('rejects a private release like one that is not listed, unless the organisation has access', () => {
    const streams = {
      reservation: [reservationStream],
      listing: [listingStream, acceptedPrivate],
      deprecation: [deprecationStream],
    } as const;
    given({ ...streams, access: [accessStream, accessRequested] })
      .when((states) => install(command, states))
      .thenRefuses('store.plugin_not_found');
    given({ ...streams, installation: [installationStream], access: [accessStream, accessRequested, accessGranted] })
      .when((states) => install(command, states))
      .thenFactsOf({ reservation: [reservedFor('ins_1')], installation: [requested] });
  });
});
