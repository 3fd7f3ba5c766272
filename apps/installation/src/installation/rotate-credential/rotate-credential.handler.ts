import { metaOf, onceOf, type RequestContext } from '@kushk/broker';
import { installation, sealedFor, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { hashCredential, last4, newCredential, seal } from '@kushk/credentials';
import { mapReply, streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { within } from '../change-installation.handler.js';
import { installationStream } from '../installation.js';
import { rotateCredential, type RotateCredential } from './rotate-credential.js';

type Reply = ReplyOf<typeof installation.rotateCredential>;

@Controller()
export class RotateCredentialHandler {
  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.rotateCredential.subject)
  async answer(
    request: RequestOf<typeof installation.rotateCredential>,
    context: RequestContext,
  ): Promise<Outcome<Reply>> {
    const { organisation_id, installation_id, what } = request;
    const at = now();
    const previousUntil = new Date(at.getTime() + request.overlap_seconds * 1_000).toISOString();
    const secret = newCredential(what === 'token' ? 'ki' : 'ks');
    const command: RotateCredential = {
      ...(await this.renewed(installation_id, what, secret)),
      previousUntil,
      at: at.toISOString(),
    };
    // What is stored for a replay has no secret (contract §2).
    const stored: Reply = { what, token: null, signing_secret: null, previous_valid_until: previousUntil };
    const outcome = await this.store.run({
      name: 'RotateCredential',
      streams: { installation: streamRef(installationStream, installation_id) },
      decide: (states) =>
        under(
          'installation',
          mapReply(
            within(organisation_id, states.installation, (state) => rotateCredential(command, state)),
            () => stored,
          ),
        ),
      once: onceOf(request.once),
      meta: metaOf(context),
    });
    if (!outcome.accepted || outcome.replayed) return outcome;
    return { ...outcome, reply: { ...outcome.reply, [what]: secret } };
  }

  private async renewed(installationId: string, what: 'token' | 'signing_secret', secret: string) {
    if (what === 'token')
      return { what, tokenHash: hashCredential(this.config.pepper, secret), tokenLast4: last4(secret) };
    return {
      what,
      sealedSigningSecret: await seal(this.config.sealingKeys, { secret }, sealedFor.signingSecret(installationId)),
    };
  }
}
