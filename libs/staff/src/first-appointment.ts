import { whenAvailable, type EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { appointFirst } from './appoint-first.js';
import { staffIdOf } from './staff-member.js';
import { staffStreams } from './staff-streams.js';

interface FirstStaffMember {
  /** The subject that the configuration names; empty without one. */
  readonly subject: string;
  readonly leadRole: string;
}

/**
 * Adds the person whom the configuration names, at every start, because there is no staff yet who could. The command
 * changes nothing for a person who is or was on the staff, so several processes can run it.
 */
export class FirstAppointment implements OnApplicationBootstrap {
  constructor(
    private readonly store: EventStore,
    private readonly first: FirstStaffMember,
  ) {}

  /** Waits while the store is unavailable: the operator mends a clock or a full disk, which readiness names. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.first.subject === '') return;
    await whenAvailable(() => this.appoint());
  }

  private async appoint(): Promise<void> {
    const { subject, leadRole } = this.first;
    const command = { subject, leadRole, at: now().toISOString() };
    await this.store.run({
      name: 'AppointFirst',
      streams: staffStreams(staffIdOf(subject)),
      decide: (states) => appointFirst(command, states),
      meta: { actor: { kind: 'system' } },
    });
  }
}
