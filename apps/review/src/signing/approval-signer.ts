/** Signs approvals as in-toto statements in DSSE envelopes (docs/reference/wire-formats.md). */
import type { DsseEnvelope } from '@kushk/contracts';
import { releaseStatement, signDsse, signingKeyAt, type Jwk, type ReleaseApproval } from '@kushk/credentials';

export class ApprovalSigner {
  /** `keys` are the reviewers' private keys with their validity periods. */
  constructor(private readonly keys: readonly Jwk[]) {}

  /** Signs with the key that is valid at the time of the decision. */
  readonly sign = (approval: ReleaseApproval): DsseEnvelope => {
    const { payloadType, payload } = releaseStatement(approval);
    return signDsse(signingKeyAt(this.keys, new Date(approval.decided_at)), payloadType, payload);
  };
}
