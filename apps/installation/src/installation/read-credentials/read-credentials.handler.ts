import { commandHandler } from '@kushk/broker';
import { installation, type ReplyOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now } from '@kushk/runtime';
import { changeWhenPrepared } from '../change-installation/change-installation.handler.js';
import { inOrganisation } from '../installation-decision.js';
import { apiBaseOf } from '../installation-resources.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { installationStream } from '../installation.js';
import { readCredentials } from './read-credentials.js';

type Reply = ReplyOf<typeof installation.readCredentials>;

/** The admin of a plugin that polls, or that the instance cannot reach, reads its credentials once. */
export const ReadCredentialsHandler = commandHandler(
  installation.readCredentials,
  { events: EventStore, secrets: InstallationSecrets, config: CONFIG },
  (request, { events, secrets, config }, { run, idempotency }) =>
    changeWhenPrepared<Reply>(request, { events, idempotency }, async (current) => {
      const { organisation_id, installation_id } = request;
      const credentials = await secrets.unsealCredentials(current);
      if (credentials === null) return refuse('installation.credentials_already_read');
      const api_base = apiBaseOf(config, installation_id);
      // A replay returns the stored reply, which contains no secret.
      const withoutSecrets: Reply = { installation_id, token: null, signing_secret: null, api_base };
      const isProduction = config.environment === 'production';
      const outcome = await run({
        name: 'ReadCredentials',
        stream: streamRef(installationStream, installation_id),
        command: { isProduction, tokenHash: current.tokenHash, at: now().toISOString() },
        decide: (command, state) =>
          mapReply(
            inOrganisation(organisation_id, state, (own) => readCredentials(command, own)),
            () => withoutSecrets,
          ),
      });
      if (!outcome.accepted || outcome.replayed) return outcome;
      const { token, signingSecret: signing_secret } = credentials;
      return { ...outcome, reply: { ...outcome.reply, token, signing_secret } };
    }),
);
