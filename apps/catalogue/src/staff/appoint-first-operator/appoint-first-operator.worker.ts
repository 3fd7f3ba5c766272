import { HUB_LEAD_ROLE } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { appointFirst, staffIdOf, staffStreams } from '@kushk/staff';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/**
 * Adds the operator whom the configuration names, at every start. Nobody else could add the first one. The command
 * changes nothing for a person who is or was on the staff, so several processes can run it.
 */
@Injectable()
export class AppointFirstOperator implements OnApplicationBootstrap {
  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const subject = this.config.firstOperator;
    if (subject === '') return;
    const command = { subject, leadRole: HUB_LEAD_ROLE, at: now().toISOString() };
    await this.store.run({
      name: 'AppointFirstOperator',
      streams: staffStreams(staffIdOf(subject)),
      decide: (states) => appointFirst(command, states),
      meta: { actor: { kind: 'system' } },
    });
  }
}
