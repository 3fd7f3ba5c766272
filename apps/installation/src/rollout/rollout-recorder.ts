import type { RolloutChangedV1 } from '@kushk/contracts';
import { keyValidityAt, openRolloutStatement, type RolloutStatement } from '@kushk/credentials';
import { forStream, streamRef } from '@kushk/decider';
import type { EventStore, FactMeta } from '@kushk/event-store';
import type { Config } from '@kushk/runtime';
import { listingKey } from '../listing/listing.js';
import { recordRollout } from './on-rollout-changed/record-rollout.js';
import { rolloutStream } from './rollout.js';

interface Dependencies {
  readonly events: EventStore;
  readonly config: Pick<Config, 'pinnedHubKeys'>;
  readonly now: () => Date;
  readonly warn: (fields: object, message: string) => void;
}

/** Verifies statements about rollouts offline against the pinned keys, and records them. */
export class RolloutRecorder {
  constructor(private readonly dependencies: Dependencies) {}

  /** Returns the statement of the fact; null unless a pinned key signed it about this release. */
  verify({ plugin_id, version, sequence, statement: envelope }: RolloutChangedV1): RolloutStatement | null {
    const { config, warn } = this.dependencies;
    const { keys } = config.pinnedHubKeys;
    const trusted = { keys: keys.filter(({ signs }) => signs === undefined || signs === 'status') };
    const statement = openRolloutStatement(trusted, envelope);
    if (
      statement === null ||
      statement.plugin_id !== plugin_id ||
      statement.version !== version ||
      statement.sequence !== sequence ||
      keyValidityAt(trusted, statement.kid, new Date(statement.at)) !== 'valid'
    ) {
      warn({ plugin_id, version, sequence }, 'rollout statement rejected: not signed by a pinned key');
      return null;
    }
    return statement;
  }

  async record(statement: RolloutStatement, meta: FactMeta): Promise<void> {
    const { events, now } = this.dependencies;
    const command = { statement, at: now().toISOString() };
    await events.run({
      name: 'RecordRollout',
      streams: { rollout: streamRef(rolloutStream, listingKey(statement.plugin_id, statement.version)) },
      decide: ({ rollout }) => forStream('rollout', recordRollout(command, rollout)),
      meta,
    });
  }
}
