/** Signs the hub's statements about the status of releases (docs/reference/wire-formats.md). */
import type { DsseEnvelope } from '@kushk/contracts';
import { signDsse, signingKeyAt, statusStatement, type Jwk, type ReleaseStatusStatement } from '@kushk/credentials';

export class StatusSigner {
  /** `keys` are the hub's private keys with their validity periods. */
  constructor(private readonly keys: readonly Jwk[]) {}

  /** Signs with the key that is valid at the time of the statement. */
  readonly sign = (statement: ReleaseStatusStatement): DsseEnvelope => {
    const { payloadType, payload } = statusStatement(statement);
    return signDsse(signingKeyAt(this.keys, new Date(statement.at)), payloadType, payload);
  };
}
