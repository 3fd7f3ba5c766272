import { commandHandler } from '@kushk/broker';
import { installation, type ReplyOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now } from '@kushk/runtime';
import { apiBaseOf } from '../installation-resources.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { installationStream } from '../installation.js';
import { readCredentials } from './read-credentials.js';
import { inOrganisation } from '../installation-decision.js';

type Reply = ReplyOf<typeof installation.readCredentials>;

/** Outside production, the instance may be unable to reach a plugin. Its admin can then read the credentials once. */
export const ReadCredentialsHandler = commandHandler(
  installation.readCredentials,
  { events: EventStore, secrets: InstallationSecrets, config: CONFIG },
  async ({ organisation_id, installation_id }, { events, secrets, config }, { run, idempotency }) => {
    if (config.environment === 'production') return refuse('installation.not_found');
    const stored = await events.findReply<Reply>(idempotency);
    if (stored !== null) return stored;
    const stream = streamRef(installationStream, installation_id);
    const { state } = await events.load(stream);
    if (state.status === 'absent' || state.organisationId !== organisation_id) return refuse('installation.not_found');
    const credentials = await secrets.unsealCredentials(state);
    if (credentials === null) return refuse('installation.credentials_already_read');
    const api_base = apiBaseOf(config, installation_id);
    // A replay returns the stored reply, which contains no secret.
    const withoutSecrets: Reply = { installation_id, token: null, signing_secret: null, api_base };
    const outcome = await run({
      name: 'ReadCredentials',
      stream,
      command: { tokenHash: state.tokenHash, at: now().toISOString() },
      decide: (command, current) =>
        mapReply(
          inOrganisation(organisation_id, current, (own) => readCredentials(command, own)),
          () => withoutSecrets,
        ),
    });
    if (!outcome.accepted || outcome.replayed) return outcome;
    const { token, signingSecret: signing_secret } = credentials;
    return { ...outcome, reply: { ...outcome.reply, token, signing_secret } };
  },
);
