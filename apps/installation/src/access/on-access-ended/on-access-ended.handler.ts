import { reactionHandler } from '@kushk/broker';
import { catalogueFacts } from '@kushk/contracts';
import { keyValidityAt, openAccessEndStatement } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { CONFIG, log, now } from '@kushk/runtime';
import { InstallationUpdater } from '../../installation/installation-updater.js';
import { reaction } from '../../listing/on-release-status-changed/on-release-status-changed.handler.js';
import { accessStream } from '../access.js';
import { Accesses } from '../access.view.js';
import { recordAccessEnd } from './record-access-end.js';

/**
 * Records the end of an access after the hub's signature has been verified offline against the pinned keys, and
 * withdraws a private version that waits for consent. Every instance gets the statement; those without the access
 * ignore it. It belongs to the reaction to a change of status, so that an instance reads the hub's stream no more
 * often.
 */
export const OnAccessEndedHandler = reactionHandler(
  catalogueFacts.accessEnded,
  { reaction, needs: { config: CONFIG, accesses: Accesses, updater: InstallationUpdater } },
  async ({ plugin_id, access_id, statement: envelope }, { config, accesses, updater }, { run, meta }) => {
    const keys = { keys: config.pinnedHubKeys.keys.filter(({ signs }) => signs === undefined || signs === 'status') };
    const statement = openAccessEndStatement(keys, envelope);
    if (
      statement === null ||
      statement.plugin_id !== plugin_id ||
      statement.access_id !== access_id ||
      keyValidityAt(keys, statement.kid, new Date(statement.at)) !== 'valid'
    ) {
      log.warn({ plugin_id, access_id }, 'end of an access rejected: not signed by a pinned key');
      return;
    }
    const found = await accesses.byId(access_id);
    if (found === null) return;
    await run({
      name: 'RecordAccessEnd',
      stream: streamRef(accessStream, found.stream_id),
      command: { statement, at: now().toISOString() },
      decide: recordAccessEnd,
    });
    const organisationId = found.stream_id.slice(0, -`/${plugin_id}`.length);
    await updater.followNewestVersionOf(organisationId, plugin_id, meta);
  },
);
