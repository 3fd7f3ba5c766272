import { INSTANCE_LEAD_ROLE } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { appointFirst, staffIdOf, staffStreams } from '@kushk/staff';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/**
 * Adds the platform administrator whom the configuration names, at every start. Nobody else could add the first one.
 * The command changes nothing for a person who is or was on the staff, so several processes can run it.
 */
@Injectable()
export class AppointFirstPlatformAdmin implements OnApplicationBootstrap {
  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const subject = this.config.firstPlatformAdmin;
    if (subject === '') return;
    const command = { subject, leadRole: INSTANCE_LEAD_ROLE, at: now().toISOString() };
    await this.store.run({
      name: 'AppointFirstPlatformAdmin',
      streams: staffStreams(staffIdOf(subject)),
      decide: (states) => appointFirst(command, states),
      meta: { actor: { kind: 'system' } },
    });
  }
}
