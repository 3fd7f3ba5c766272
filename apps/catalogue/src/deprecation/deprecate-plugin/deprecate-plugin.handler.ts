import { commandHandler } from '@kushk/broker';
import { catalogueDeprecations } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { pluginStream } from '../../plugin/plugin.js';
import { StatusSigner } from '../../signing/status-signer.js';
import { deprecationStream } from '../deprecation.js';
import { deprecatePlugin } from './deprecate-plugin.js';

export const DeprecatePluginHandler = commandHandler(
  catalogueDeprecations.deprecatePlugin,
  { events: EventStore, signer: StatusSigner },
  async (request, { events, signer }, { run }) => {
    const { publisher_id: publisherId, plugin_id: pluginId, successor, reason, by } = request;
    // A plugin never changes its publisher, so the successor is read outside the decision.
    const next = successor === null ? null : (await events.load(streamRef(pluginStream, successor))).state;
    const successorOwner = next?.status === 'owned' ? next.publisherId : null;
    const at = now().toISOString();
    return run({
      name: 'DeprecatePlugin',
      streams: {
        plugin: streamRef(pluginStream, pluginId),
        deprecation: streamRef(deprecationStream, pluginId),
      },
      command: { publisherId, pluginId, successor, successorOwner, reason, by, at, sign: signer.signDeprecation },
      decide: deprecatePlugin,
    });
  },
);
