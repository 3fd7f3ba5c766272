import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { confirmInstalled } from '../change-installation.js';
import { within } from '../change-installation.handler.js';
import { Credentials } from '../credentials.handler.js';
import { InstallationWire } from '../installation-wire.handler.js';
import { installationStream } from '../installation.js';

/**
 * Where the plugin cannot be reached in development, the admin reads its credentials, once (seed: Development aids).
 * That makes the installation `installed` and ends the resending.
 */
@Controller()
export class ReadCredentialsHandler {
  constructor(
    private readonly store: EventStore,
    private readonly credentials: Credentials,
    private readonly wire: InstallationWire,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.readCredentials.subject)
  async answer(
    request: RequestOf<typeof installation.readCredentials>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof installation.readCredentials>>> {
    const { organisation_id, installation_id } = request;
    if (this.config.environment === 'production') return no('installation.not_found');
    const once = onceOf(request.once);
    const before = await this.store.answered<ReplyOf<typeof installation.readCredentials>>(once);
    if (before !== null) return before;
    const ref = streamRef(installationStream, installation_id);
    const { state } = await this.store.load(ref);
    if (state.phase === 'absent' || state.organisationId !== organisation_id) return no('installation.not_found');
    const opened = await this.credentials.open(state);
    if (opened === null) return no('installation.credentials_already_read');
    const at = now().toISOString();
    // What is stored for a replay has no secret (contract §2).
    const withoutSecrets = {
      installation_id,
      token: null,
      signing_secret: null,
      api_base: this.wire.apiBase(installation_id),
    };
    const outcome = await this.store.run({
      name: 'ReadCredentials',
      streams: { installation: ref },
      decide: (states) =>
        under(
          'installation',
          within(organisation_id, states.installation, (current) => {
            const confirmed = confirmInstalled({ how: 'credentials_read', at }, current);
            // Somebody else was first, the plugin itself or another admin: what was shown once is not shown again.
            return confirmed.accepted && confirmed.facts.length === 0
              ? refuse('installation.credentials_already_read')
              : mapReply(confirmed, () => withoutSecrets);
          }),
        ),
      once,
      meta: metaOf(context),
    });
    if (!outcome.accepted || outcome.replayed) return outcome;
    return { ...outcome, reply: { ...outcome.reply, token: opened.token, signing_secret: opened.signingSecret } };
  }
}
