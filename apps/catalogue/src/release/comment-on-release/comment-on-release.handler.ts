import { commandHandler } from '@kushk/broker';
import { catalogueConversation } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { ReleaseChanges } from '../release-changes.js';
import { releaseKey, releaseStream } from '../release.js';
import { commentOnRelease } from './comment-on-release.js';

export const CommentOnReleaseHandler = commandHandler(
  catalogueConversation.commentOnRelease,
  { changes: ReleaseChanges },
  async (request, { changes }, { run }) => {
    const { publisher_id: publisherId, plugin_id: pluginId, version, path, text, by } = request;
    const at = now().toISOString();
    const outcome = await run({
      name: 'CommentOnRelease',
      stream: streamRef(releaseStream, releaseKey(pluginId, version)),
      command: { commentId: newId('cmt'), publisherId, pluginId, version, path, text, by, at },
      decide: (command, release) => commentOnRelease(command, release),
    });
    if (outcome.accepted) changes.notify(pluginId, version);
    return outcome;
  },
);
