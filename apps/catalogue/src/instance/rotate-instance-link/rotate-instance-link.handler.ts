import { commandHandler } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { FleetSync } from '../sync-fleet/fleet-sync.worker.js';
import { NatsAccounts } from '../sync-fleet/nats-accounts.client.js';
import { instanceStream } from '../instance.js';
import { rotateInstanceLink } from './rotate-instance-link.js';

export const RotateInstanceLinkHandler = commandHandler(
  catalogue.rotateInstanceLink,
  { store: EventStore, fleetSync: FleetSync, accounts: NatsAccounts },
  async ({ id }, { store, fleetSync, accounts }, { run }) => {
    const { state } = await store.load(streamRef(instanceStream, id));
    const created = await accounts.newLink(id, state.status === 'absent' ? null : state.link);
    const outcome = await run({
      name: 'RotateInstanceLink',
      stream: streamRef(instanceStream, id),
      command: { id, link: created?.keys ?? null, at: now().toISOString() },
      decide: (command, instance) => rotateInstanceLink(command, instance),
    });
    if (!outcome.accepted) return outcome;
    await fleetSync.sync();
    // The stored reply contains no credentials, so a repeated request with the same idempotency key cannot return
    // them again.
    return { ...outcome, reply: { ...outcome.reply, link: outcome.replayed ? null : (created?.link ?? null) } };
  },
);
