/** Signs the hub's statements about releases and usage (docs/reference/wire-formats.md). */
import type { DsseEnvelope } from '@kushk/contracts';
import {
  accessEndStatement,
  deprecationStatement,
  rolloutStatement,
  signDsse,
  signingKeyAt,
  statusStatement,
  type AccessEndStatement,
  type DeprecationStatement,
  type Jwk,
  type ReleaseStatusStatement,
  type RolloutStatement,
  type Statement,
} from '@kushk/credentials';

export class StatusSigner {
  /** `keys` are the hub's private keys with their validity periods. */
  constructor(private readonly keys: readonly Jwk[]) {}

  /** Signs with the key that is valid at the time of the statement. */
  readonly sign = (statement: ReleaseStatusStatement): DsseEnvelope =>
    this.signContent(statusStatement(statement), new Date(statement.at));

  readonly signDeprecation = (statement: DeprecationStatement): DsseEnvelope =>
    this.signContent(deprecationStatement(statement), new Date(statement.at));

  readonly signAccessEnd = (statement: AccessEndStatement): DsseEnvelope =>
    this.signContent(accessEndStatement(statement), new Date(statement.at));

  readonly signRollout = (statement: RolloutStatement): DsseEnvelope =>
    this.signContent(rolloutStatement(statement), new Date(statement.at));

  /** Signs other content with the key that is valid at this time. */
  readonly signContent = ({ payloadType, payload }: Statement, at: Date): DsseEnvelope =>
    signDsse(signingKeyAt(this.keys, at), payloadType, payload);
}
