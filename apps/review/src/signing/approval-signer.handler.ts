import type { DsseEnvelope } from '@kushk/contracts';
import { releaseStatement, signDsse, signingKeyAt, type ReleaseApproval } from '@kushk/credentials';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';

/** Signs an approval with the reviewers' key that counts when it is decided: an in-toto statement in a DSSE envelope (contract §5, Signature). */
@Injectable()
export class ApprovalSigner {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  readonly sign = (approval: ReleaseApproval): DsseEnvelope => {
    const { payloadType, payload } = releaseStatement(approval);
    return signDsse(signingKeyAt(this.config.signingKeys, new Date(approval.decided_at)), payloadType, payload);
  };
}
