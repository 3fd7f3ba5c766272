import { commandHandler } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { FleetSync } from '../sync-fleet/fleet-sync.worker.js';
import { NatsAccounts } from '../sync-fleet/nats-accounts.client.js';
import { instanceStream } from '../instance.js';
import { Instances } from '../instances.view.js';
import { registerInstance } from './register-instance.js';

export const RegisterInstanceHandler = commandHandler(
  catalogue.registerInstance,
  { fleetSync: FleetSync, accounts: NatsAccounts, instances: Instances },
  async (
    { id, name, plugin_api: pluginApi, public_key: publicKey = null },
    { fleetSync, accounts, instances },
    { run },
  ) => {
    const takenOrigins = await instances.originsOfOthers(id);
    const created = await accounts.newLink(id, null);
    const outcome = await run({
      name: 'RegisterInstance',
      stream: streamRef(instanceStream, id),
      command: { id, name, pluginApi, publicKey, takenOrigins, link: created?.keys ?? null, at: now().toISOString() },
      decide: (command, instance) => registerInstance(command, instance),
    });
    if (!outcome.accepted) return outcome;
    await fleetSync.sync();
    const { linked, ...instance } = outcome.reply;
    // The stored reply contains no credentials, so a repeated request with the same idempotency key cannot return
    // them again.
    return { ...outcome, reply: { ...instance, link: linked && !outcome.replayed ? (created?.link ?? null) : null } };
  },
);
