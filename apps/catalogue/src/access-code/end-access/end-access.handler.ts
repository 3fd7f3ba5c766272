import { commandHandler } from '@kushk/broker';
import { catalogueAccess } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { StatusSigner } from '../../signing/status-signer.js';
import { accessStream } from '../access.js';
import { endAccess } from './end-access.js';

export const EndAccessHandler = commandHandler(
  catalogueAccess.endAccess,
  { signer: StatusSigner },
  ({ publisher_id: publisherId, plugin_id: pluginId, access_id: accessId, by }, { signer }, { run }) =>
    run({
      name: 'EndAccess',
      stream: streamRef(accessStream, accessId),
      command: { accessId, pluginId, publisherId, by, at: now().toISOString(), sign: signer.signAccessEnd },
      decide: endAccess,
    }),
);
