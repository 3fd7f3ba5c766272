import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { overInstallation } from '../installation-decision.js';
import { apiBaseOf } from '../installation-resources.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { installationStream } from '../installation.js';
import { readCredentials } from './read-credentials.js';

type Reply = ReplyOf<typeof installation.readCredentials>;

/** Outside production, the instance may be unable to reach a plugin. Its admin can then read the credentials once. */
@Controller()
export class ReadCredentialsHandler {
  constructor(
    private readonly events: EventStore,
    private readonly secrets: InstallationSecrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.readCredentials.subject)
  async handle(
    request: RequestOf<typeof installation.readCredentials>,
    context: RequestContext,
  ): Promise<Outcome<Reply>> {
    const { organisation_id, installation_id } = request;
    if (this.config.environment === 'production') return refuse('installation.not_found');
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.events.findReply<Reply>(idempotency);
    if (stored !== null) return stored;
    const { state } = await this.events.load(streamRef(installationStream, installation_id));
    if (state.status === 'absent' || state.organisationId !== organisation_id) return refuse('installation.not_found');
    const credentials = await this.secrets.unsealCredentials(state);
    if (credentials === null) return refuse('installation.credentials_already_read');
    const at = now().toISOString();
    const api_base = apiBaseOf(this.config, installation_id);
    // A replay returns the stored reply, which contains no secret.
    const withoutSecrets: Reply = { installation_id, token: null, signing_secret: null, api_base };
    const outcome = await this.events.run({
      name: 'ReadCredentials',
      ...overInstallation(request, (current) => mapReply(readCredentials({ at }, current), () => withoutSecrets)),
      idempotency,
      meta: metaOf(context),
    });
    if (!outcome.accepted || outcome.replayed) return outcome;
    return {
      ...outcome,
      reply: { ...outcome.reply, token: credentials.token, signing_secret: credentials.signingSecret },
    };
  }
}
