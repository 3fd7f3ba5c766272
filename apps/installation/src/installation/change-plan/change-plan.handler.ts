import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Manifests } from '../../listing/listing.view.js';
import { changeWhenPrepared } from '../change-installation/change-installation.handler.js';
import { expectedVersionsOf } from '../expected-versions.js';
import { planKeysOf } from '../install/manifest-terms.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { changePlan } from './change-plan.js';

export const ChangePlanHandler = commandHandler(
  installation.changePlan,
  { events: EventStore, manifests: Manifests, resources: InstallationResources },
  (request, { events, manifests, resources }, { run, idempotency }) =>
    changeWhenPrepared(request, { events, idempotency }, async (prepared) => {
      const { installation_id, plan, by } = request;
      const manifest = await manifests.find(prepared.pluginId, prepared.grants);
      if (manifest === null) return refuse('installation.not_found');
      const plans = planKeysOf(manifest);
      if (!plans.includes(plan)) return refuse('installation.plan_unknown', { plan, plans });
      return run({
        name: 'ChangePlan',
        stream: streamRef(installationStream, installation_id),
        command: { expected: expectedVersionsOf(prepared), plan, by, at: now().toISOString() },
        decide: (command, state) => resources.replyForAdmin(changePlan(command, state)),
      });
    }),
);
