import { commandHandler } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { FleetSync } from '../sync-fleet/fleet-sync.worker.js';
import { instanceStream } from '../instance.js';
import { removeInstance } from './remove-instance.js';

export const RemoveInstanceHandler = commandHandler(
  catalogue.removeInstance,
  { fleetSync: FleetSync },
  async ({ id }, { fleetSync }, { run }) => {
    const outcome = await run({
      name: 'RemoveInstance',
      stream: streamRef(instanceStream, id),
      command: { id, at: now().toISOString() },
      decide: (command, instance) => removeInstance(command, instance),
    });
    if (outcome.accepted) await fleetSync.sync();
    return outcome;
  },
);
