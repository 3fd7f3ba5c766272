import { commandHandler } from '@kushk/broker';
import { catalogueAccess } from '@kushk/contracts';
import { hashCredential, last4, newCredential } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { CONFIG, newId, now } from '@kushk/runtime';
import { pluginStream } from '../../plugin/plugin.js';
import { accessCodeStream } from '../access-code.js';
import { createAccessCode, type CreateAccessCode } from './create-access-code.js';

export const CreateAccessCodeHandler = commandHandler(
  catalogueAccess.createAccessCode,
  { config: CONFIG },
  async ({ publisher_id, plugin_id, label, uses, expires_at }, { config }, { run }) => {
    const secret = newCredential('ka');
    const command: CreateAccessCode = {
      codeId: newId('acd'),
      publisherId: publisher_id,
      pluginId: plugin_id,
      label,
      uses,
      hash: hashCredential(config.peppers[0], secret),
      last4: last4(secret),
      createdAt: now().toISOString(),
      expiresAt: expires_at === null ? null : new Date(expires_at).toISOString(),
    };
    const outcome = await run({
      name: 'CreateAccessCode',
      streams: {
        plugin: streamRef(pluginStream, plugin_id),
        code: streamRef(accessCodeStream, command.codeId),
      },
      command,
      decide: (command, states) => createAccessCode(command, states),
    });
    // The stored reply contains no code, so a repeated request with the same idempotency key cannot return it again.
    return outcome.accepted
      ? { ...outcome, reply: { ...outcome.reply, code: outcome.replayed ? null : secret } }
      : outcome;
  },
);
