import { commandHandler, respond } from '@kushk/broker';
import { catalogueRollouts } from '@kushk/contracts';
import { log, metrics, now } from '@kushk/runtime';
import { Counter } from 'prom-client';
import { ReleaseChanges } from '../../release/release-changes.js';
import { releaseKey } from '../../release/release.js';
import { StatusSigner } from '../../signing/status-signer.js';
import { rolloutRef } from '../rollout-change.js';
import { Rollouts } from '../rollouts.view.js';
import { haltFailingRollout } from './halt-failing-rollout.js';

const halted = new Counter({
  name: 'kushk_rollouts_halted_total',
  help: 'Rollouts that the hub has halted by itself, because the release failed more than the version before.',
  registers: [metrics],
});

/**
 * Halts the running rollouts whose newest figures reach their rule. One request checks all, so a gateway of an earlier
 * version, which sends one for each rollout, checks them more often.
 */
export const HaltFailingRolloutHandler = commandHandler(
  catalogueRollouts.haltFailing,
  { rollouts: Rollouts, signer: StatusSigner, changes: ReleaseChanges },
  async (_request, { rollouts, signer, changes }, { runPart }) => {
    let count = 0;
    for (const { pluginId, version, figures } of await rollouts.failing()) {
      const outcome = await runPart(releaseKey(pluginId, version))({
        name: 'HaltFailingRollout',
        streams: { rollout: rolloutRef(pluginId, version) },
        command: { pluginId, version, figures, at: now().toISOString(), signRollout: signer.signRollout },
        decide: haltFailingRollout,
      });
      // A rollout that cannot be decided now does not hold up the others; the next request tries it again.
      if (!outcome.accepted || !outcome.reply.halted) continue;
      count += 1;
      halted.inc();
      changes.notify(pluginId, version);
      log.warn({ plugin_id: pluginId, version, figures }, 'rollout halted by its figures');
    }
    return respond({ halted: count });
  },
);
