/** Reserves a plugin in an organisation for one installation, so that an organisation installs it only once. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type ReservationFact =
  Fact<'ReservationMade', { installationId: string }> | Fact<'ReservationReleased', { installationId: string }>;

export interface Reservation {
  /** The installation that holds the reservation; null if there is none. */
  readonly installationId: string | null;
}

export const reservationStream: StreamType<Reservation, ReservationFact> = {
  category: 'reservation',
  factTypes: { ReservationMade: true, ReservationReleased: true },
  initial: { installationId: null },
  stateVersion: 1,
  evolve,
};

export function reservationKey(organisationId: string, pluginId: string): string {
  return `${organisationId}/${pluginId}`;
}

function evolve(_reservation: Reservation, fact: ReservationFact): Reservation {
  switch (fact.type) {
    case 'ReservationMade':
      return { installationId: fact.data.installationId };
    case 'ReservationReleased':
      return { installationId: null };
    default:
      return unreachable(fact);
  }
}
