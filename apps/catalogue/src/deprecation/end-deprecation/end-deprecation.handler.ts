import { commandHandler } from '@kushk/broker';
import { catalogueDeprecations } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { pluginStream } from '../../plugin/plugin.js';
import { StatusSigner } from '../../signing/status-signer.js';
import { deprecationStream } from '../deprecation.js';
import { endDeprecation } from './end-deprecation.js';

export const EndDeprecationHandler = commandHandler(
  catalogueDeprecations.endDeprecation,
  { signer: StatusSigner },
  ({ publisher_id: publisherId, plugin_id: pluginId, by }, { signer }, { run }) =>
    run({
      name: 'EndDeprecation',
      streams: {
        plugin: streamRef(pluginStream, pluginId),
        deprecation: streamRef(deprecationStream, pluginId),
      },
      command: { publisherId, pluginId, by, at: now().toISOString(), sign: signer.signDeprecation },
      decide: endDeprecation,
    }),
);
