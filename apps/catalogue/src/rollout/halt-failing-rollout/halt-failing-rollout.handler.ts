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

/** Reads the newest figures and halts the rollout if they reach its rule. */
export const HaltFailingRolloutHandler = commandHandler(
  catalogueRollouts.haltIfFailing,
  { rollouts: Rollouts, signer: StatusSigner, changes: ReleaseChanges },
  async ({ plugin_id: pluginId, version }, { rollouts, signer, changes }, { run }) => {
    const figures = (await rollouts.find(releaseKey(pluginId, version)))?.figures ?? null;
    if (figures === null) return respond({ halted: false });
    const outcome = await run({
      name: 'HaltFailingRollout',
      streams: { rollout: rolloutRef(pluginId, version) },
      command: { pluginId, version, figures, at: now().toISOString(), signRollout: signer.signRollout },
      decide: haltFailingRollout,
    });
    if (outcome.accepted && outcome.reply.halted) {
      halted.inc();
      changes.notify(pluginId, version);
      log.warn({ plugin_id: pluginId, version, figures }, 'rollout halted by its figures');
    }
    return outcome;
  },
);
