import { commandHandler } from '@kushk/broker';
import { installation, type InstallationForAdmin } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Manifests } from '../../listing/listing.view.js';
import { MAX_ADMIN_ATTEMPTS, expectedVersionsOf, retryOnVersionConflict } from '../expected-versions.js';
import { planKeysOf } from '../install/manifest-terms.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { changePlan } from './change-plan.js';
import { inOrganisation } from '../installation-decision.js';

export const ChangePlanHandler = commandHandler(
  installation.changePlan,
  { events: EventStore, manifests: Manifests, resources: InstallationResources },
  async ({ installation_id, organisation_id, plan, by }, { events, manifests, resources }, { run, idempotency }) => {
    const stream = streamRef(installationStream, installation_id);
    const stored = await events.findReply<InstallationForAdmin>(idempotency, [stream]);
    if (stored !== null) return stored;
    return retryOnVersionConflict(
      async () => {
        const { state } = await events.load(stream);
        if (state.status === 'absent' || state.organisationId !== organisation_id)
          return refuse('installation.not_found');
        const manifest = await manifests.find(state.pluginId, state.grants);
        if (manifest === null) return refuse('installation.not_found');
        const plans = planKeysOf(manifest);
        if (!plans.includes(plan)) return refuse('installation.plan_unknown', { plan, plans });
        return run({
          name: 'ChangePlan',
          stream,
          command: { expected: expectedVersionsOf(state), plan, by, at: now().toISOString() },
          decide: (command, current) =>
            resources.replyForAdmin(inOrganisation(organisation_id, current, (own) => changePlan(command, own))),
        });
      },
      {
        maxAttempts: MAX_ADMIN_ATTEMPTS,
        giveUp: () => new StoreBusy(`installation ${installation_id} changed during every attempt`),
      },
    );
  },
);
