import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { keyValidityAt, openDeprecationStatement } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { CONFIG, log, now } from '@kushk/runtime';
import { reaction } from '../../listing/on-release-status-changed/on-release-status-changed.handler.js';
import { deprecationStream } from '../deprecation.js';
import { recordDeprecation } from './record-deprecation.js';

/**
 * Records a deprecation, or its end, after the hub's signature has been verified offline against the pinned keys. It
 * belongs to the reaction to a change of status, so that an instance reads the hub's stream no more often.
 */
export const OnDeprecationChangedHandler = reactionHandler(
  catalogueFacts.deprecationChanged,
  { reaction, needs: { config: CONFIG } },
  async ({ plugin_id, sequence, statement: envelope }, { config }, { run }) => {
    const keys = { keys: config.pinnedHubKeys.keys.filter(({ signs }) => signs === undefined || signs === 'status') };
    const statement = openDeprecationStatement(keys, envelope);
    if (
      statement === null ||
      statement.plugin_id !== plugin_id ||
      statement.sequence !== sequence ||
      keyValidityAt(keys, statement.kid, new Date(statement.at)) !== 'valid'
    ) {
      log.warn({ plugin_id, sequence }, 'deprecation statement rejected: not signed by a pinned key');
      return;
    }
    await run({
      name: 'RecordDeprecation',
      stream: streamRef(deprecationStream, plugin_id),
      command: { statement, at: now().toISOString() },
      decide: recordDeprecation,
    });
  },
);
