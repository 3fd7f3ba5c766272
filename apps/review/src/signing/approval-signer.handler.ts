import type { DsseEnvelope } from '@kushk/contracts';
import { releaseStatement, signDsse, type ReleaseApproval } from '@kushk/credentials';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';

/** Signs an approval with the reviewers' own key: an in-toto statement in a DSSE envelope (contract §5, Signature). */
@Injectable()
export class ApprovalSigner {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  readonly sign = (approval: ReleaseApproval): DsseEnvelope => {
    const { payloadType, payload } = releaseStatement(approval);
    return signDsse(this.config.signingKey, payloadType, payload);
  };
}
