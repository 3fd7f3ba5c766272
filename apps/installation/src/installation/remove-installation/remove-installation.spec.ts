import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { reservationStream } from '../../reservation/reservation.js';
import { at, installed, removed, requested } from '../../../test/example-installation.js';
import { installationStream } from '../installation.js';
import { removeInstallation } from './remove-installation.js';

const command = { by: 'per_1', at };
const reservation = [reservationStream, { type: 'ReservationMade', data: { installationId: 'ins_1' } }] as const;

describe('removeInstallation', () => {
  it('removes the installation and releases the reservation', () => {
    given({ reservation: [...reservation], installation: [installationStream, requested, installed] })
      .when((states) => removeInstallation(command, states))
      .thenFactsOf({
        installation: [removed],
        reservation: [{ type: 'ReservationReleased', data: { installationId: 'ins_1' } }],
      })
      .thenState({
        reservation: { installationId: null },
        installation: { status: 'removed', sealedToken: null },
      });
  });

  it('changes nothing when the installation is already removed', () => {
    given({ installation: [installationStream, requested, removed] })
      .when((states) => removeInstallation(command, states))
      .thenFacts()
      .thenReplies({ status: 'removed' });
  });

  it('rejects an installation that never existed', () => {
    given({ installation: [installationStream] })
      .when((states) => removeInstallation(command, states))
      .thenRefuses('installation.not_found');
  });
});
