/** The shapes of the variables whose values are JSON. Pure. */
import { hubRoles, type HubNatsRole } from '@kushk/contracts';

/**
 * A sealing key: 32 bytes in base64url, and the key id that sealed values contain. If there is a list of keys, values
 * are sealed with the first key and can be opened with any key.
 */
export interface SealingKeyConfig {
  readonly kid: string;
  readonly k: string;
}
/** What `kushk-deploy init` writes for the catalogue. Seeds and keys are NATS nkeys. */
export interface NatsOperatorConfig {
  /** Seed of the operator's signing key: `SO…`. */
  readonly operator_signing_seed: string;
  /** Public keys of the NATS account that the hub's services use: the account key and the signing key per role. */
  readonly hub: {
    readonly account: string;
    readonly signing_keys: Readonly<Record<HubNatsRole, string>>;
    /** Valid as well, while the keys are replaced. */
    readonly next_signing_keys?: Readonly<Record<HubNatsRole, string>>;
  };
  /** Text of the `.creds` file for a user of the NATS system account. */
  readonly system_credentials: string;
  /** Address to which the NATS servers of instances connect: `tls://nats.hub.example:7422`. */
  readonly leaf_url: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isSealingKey = (value: unknown): value is SealingKeyConfig =>
  isRecord(value) && isText(value['kid']) && isText(value['k']) && Buffer.from(value['k'], 'base64url').length === 32;
export const SEALING_KEYS_RULE = 'must be a JSON array of {"kid","k"} with 32-byte base64url keys, at least one';
export const isSealingKeys = (value: unknown): value is SealingKeyConfig[] =>
  Array.isArray(value) && value.length > 0 && value.every(isSealingKey);
export const isPrivateJwk = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  value['kty'] === 'OKP' &&
  value['crv'] === 'Ed25519' &&
  isText(value['kid']) &&
  isText(value['x']) &&
  isText(value['d']);
const isOwnJwk = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && isPrivateJwk({ d: 'absent', ...value }) && hasValidity(value);
export const SIGNING_KEYS_RULE = 'must be a JSON array of JWKs, OKP Ed25519 with kid, at least one of them private';
export const isSigningKeys = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isOwnJwk) && value.some(isPrivateJwk);
/** A validity limit of the wrong type must be rejected, because it would never be enforced. */
const hasValidity = ({ nbf = 0, exp = 0, revoked = {} }: Record<string, unknown>): boolean =>
  typeof nbf === 'number' && typeof exp === 'number' && isRecord(revoked);
export const isJwks = (value: unknown): value is { keys: Record<string, unknown>[] } =>
  isRecord(value) && Array.isArray(value['keys']) && value['keys'].every((key) => isRecord(key) && hasValidity(key));
const isMatching = (value: unknown, shape: RegExp): boolean => typeof value === 'string' && shape.test(value);
const isAccountKey = (value: unknown): boolean => isMatching(value, /^A[A-Z2-7]{55}$/);
const hasAccountKeys = (value: unknown): boolean =>
  isRecord(value) && hubRoles.every((role) => isAccountKey(value[role]));
export const isNatsOperator = (value: unknown): value is NatsOperatorConfig =>
  isRecord(value) &&
  isMatching(value['operator_signing_seed'], /^SO[A-Z2-7]{56}$/) &&
  isMatching(value['system_credentials'], /^-----BEGIN NATS USER JWT-----/) &&
  isRecord(value['hub']) &&
  isAccountKey(value['hub']['account']) &&
  hasAccountKeys(value['hub']['signing_keys']) &&
  (value['hub']['next_signing_keys'] === undefined || hasAccountKeys(value['hub']['next_signing_keys'])) &&
  isMatching(value['leaf_url'], /^(nats-leaf|nats|tls|wss?):\/\/[^/@]+$/);
