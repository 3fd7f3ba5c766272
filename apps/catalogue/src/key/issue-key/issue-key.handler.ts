import { commandHandler } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { hashCredential, last4, newCredential } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { CONFIG, newId, realNow } from '@kushk/runtime';
import { publisherStream } from '../../publisher/publisher.js';
import { keyStream } from '../key.js';
import { issueKey, type IssueKey } from './issue-key.js';

export const IssueKeyHandler = commandHandler(
  catalogue.issueKey,
  { config: CONFIG },
  async (request, { config }, { run }) => {
    const { purpose } = request;
    const secret = newCredential(purpose === 'registry' ? 'kr' : 'kp');
    const command: IssueKey = {
      keyId: newId('key'),
      publisherId: request.publisher_id,
      label: request.label,
      hash: hashCredential(config.peppers[0], secret),
      last4: last4(secret),
      expiresAt: request.expires_at,
      ...(purpose === 'registry' && { purpose }),
      ...(request.scopes !== undefined && { scopes: request.scopes }),
      ...(typeof request.plugin_id === 'string' && { pluginId: request.plugin_id }),
      at: realNow().toISOString(),
    };
    const outcome = await run({
      name: 'IssueKey',
      streams: { publisher: streamRef(publisherStream, command.publisherId), key: streamRef(keyStream, command.keyId) },
      command,
      decide: (command, states) => issueKey(command, states),
    });
    // The stored reply contains no secret, so a repeated request with the same idempotency key cannot return it
    // again.
    return outcome.accepted
      ? { ...outcome, reply: { key: outcome.reply, secret: outcome.replayed ? null : secret } }
      : outcome;
  },
);
