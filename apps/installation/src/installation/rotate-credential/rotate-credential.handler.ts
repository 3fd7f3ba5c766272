import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { mapReply, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { overInstallation } from '../installation-decision.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { rotateCredential } from './rotate-credential.js';

type Request = RequestOf<typeof installation.rotateCredential>;
type Reply = ReplyOf<typeof installation.rotateCredential>;

@Controller()
export class RotateCredentialHandler {
  constructor(
    private readonly events: EventStore,
    private readonly secrets: InstallationSecrets,
  ) {}

  @MessagePattern(installation.rotateCredential.subject)
  async handle(request: Request, context: RequestContext): Promise<Outcome<Reply>> {
    const { what } = request;
    const at = now();
    const previousUntil = new Date(at.getTime() + request.overlap_seconds * 1_000).toISOString();
    const { secret, issued } = await this.issue(request);
    const command = { ...issued, callerTokenHash: request.token_hash, previousUntil, at: at.toISOString() };
    // A replay returns the stored reply, which contains no secret.
    const withoutSecret: Reply = { what, token: null, signing_secret: null, previous_valid_until: previousUntil };
    const outcome = await this.events.run({
      name: 'RotateCredential',
      ...overInstallation(request, (state) => mapReply(rotateCredential(command, state), () => withoutSecret)),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
    if (!outcome.accepted || outcome.replayed) return outcome;
    return { ...outcome, reply: { ...outcome.reply, [what]: secret } };
  }

  private async issue({ what, installation_id }: Request) {
    if (what === 'token') {
      const { token, tokenHash, tokenLast4 } = this.secrets.issueToken();
      return { secret: token, issued: { what, tokenHash, tokenLast4 } };
    }
    const { secret, sealedSigningSecret } = await this.secrets.issueSigningSecret(installation_id);
    return { secret, issued: { what, sealedSigningSecret } };
  }
}
