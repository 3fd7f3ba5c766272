import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { installation, sealedFor, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { hashCredential, last4, newCredential, seal } from '@kushk/credentials';
import { mapReply, streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { within } from '../change-installation.handler.js';
import { Credentials } from '../credentials.handler.js';
import { InstallationWire } from '../installation-wire.handler.js';
import { installationStream } from '../installation.js';
import { rowOf } from '../installation.view.js';
import { renewCredentials } from './renew-credentials.js';

@Controller()
export class RenewCredentialsHandler {
  constructor(
    private readonly store: EventStore,
    private readonly credentials: Credentials,
    private readonly wire: InstallationWire,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.renewCredentials.subject)
  async answer(
    request: RequestOf<typeof installation.renewCredentials>,
    context: RequestContext,
  ): Promise<Outcome<InstallationForAdmin>> {
    const { organisation_id, installation_id, by } = request;
    const ref = streamRef(installationStream, installation_id);
    const { state } = await this.store.load(ref);
    if (state.phase === 'absent' || state.organisationId !== organisation_id) return no('installation.not_found');
    const { sealingKeys, pepper } = this.config;
    const [token, signingSecret] = [newCredential('ki'), newCredential('ks')];
    const command = {
      tokenHash: hashCredential(pepper, token),
      tokenLast4: last4(token),
      sealedToken: await seal(sealingKeys, { token }, `token:${installation_id}`),
      sealedSigningSecret: await seal(sealingKeys, { secret: signingSecret }, sealedFor.signingSecret(installation_id)),
      sealedLifecycle: await this.credentials.sealBody(state, { token, signingSecret }),
      by,
      at: now().toISOString(),
    };
    return await this.store.run({
      name: 'RenewCredentials',
      streams: { installation: ref },
      decide: (states) =>
        under(
          'installation',
          mapReply(
            within(organisation_id, states.installation, (current) => renewCredentials(command, current)),
            (renewed) => this.wire.forAdmin(rowOf(renewed)),
          ),
        ),
      once: onceOf(request.once),
      meta: metaOf(context),
    });
  }
}
