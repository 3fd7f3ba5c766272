import { commandHandler } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { realNow } from '@kushk/runtime';
import { InstallationSecrets } from '../installation-secrets.js';
import { rotateCredential } from './rotate-credential.js';
import { inOrganisation } from '../installation-decision.js';
import { installationStream } from '../installation.js';

type Request = RequestOf<typeof installation.rotateCredential>;
type Reply = ReplyOf<typeof installation.rotateCredential>;

export const RotateCredentialHandler = commandHandler(
  installation.rotateCredential,
  { secrets: InstallationSecrets },
  async (request, { secrets }, { run }) => {
    const { organisation_id, installation_id, what, overlap_seconds } = request;
    const at = realNow();
    const previousUntil = new Date(at.getTime() + overlap_seconds * 1_000).toISOString();
    const { secret, issued } = await issue(secrets, request);
    // A replay returns the stored reply, which contains no secret.
    const withoutSecret: Reply = { what, token: null, signing_secret: null, previous_valid_until: previousUntil };
    const outcome = await run({
      name: 'RotateCredential',
      stream: streamRef(installationStream, installation_id),
      command: { ...issued, callerTokenHash: request.token_hash, previousUntil, at: at.toISOString() },
      decide: (command, state) =>
        mapReply(
          inOrganisation(organisation_id, state, (own) => rotateCredential(command, own)),
          () => withoutSecret,
        ),
    });
    if (!outcome.accepted || outcome.replayed) return outcome;
    return { ...outcome, reply: { ...outcome.reply, [what]: secret } };
  },
);

async function issue(secrets: InstallationSecrets, { what, installation_id }: Request) {
  if (what === 'token') {
    const { token, tokenHash, tokenLast4 } = secrets.issueToken();
    return { secret: token, issued: { what, tokenHash, tokenLast4 } };
  }
  const { secret, sealedSigningSecret } = await secrets.issueSigningSecret(installation_id);
  return { secret, issued: { what, sealedSigningSecret } };
}
