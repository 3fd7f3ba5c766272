/** How the example plugin accepts `installed` and `removed`, and what its defects leave out. */
import type { ExampleState, Known } from './example-state.js';
import { isSigned, trustedIssuer, type Call, type Has } from './signatures.js';

export interface Lifecycle {
  readonly state: ExampleState;
  readonly hub: string;
  readonly has: Has;
}

export async function answerLifecycle(lifecycle: Lifecycle, call: Call): Promise<number> {
  return call.json['event'] === 'removed' ? removed(lifecycle, call) : installed(lifecycle, call);
}

async function removed({ state, hub, has }: Lifecycle, call: Call): Promise<number> {
  const known = state.known.get(call.installationId);
  const origin = known === undefined ? null : new URL(known.apiBase).origin;
  const isIssued = (await trustedIssuer(call, { hub, origin }, has)) !== null;
  const isVerified = known === undefined || isSigned(call, known.secrets, has);
  if (!isIssued && !has('accepts removed from anyone', 'accepts removed without the issuer')) return 401;
  if (!isVerified && !has('accepts removed from anyone', 'accepts removed signed with any secret')) return 401;
  if (!has('goes on after removed')) state.known.delete(call.installationId);
  return 200;
}

async function installed({ state, hub, has }: Lifecycle, call: Call): Promise<number> {
  const { json, installationId } = call;
  const known = state.known.get(installationId);
  const [secret, apiBase] = [String(json['signing_secret']), String(json['api_base'])];
  const isReconnect = json['reconnect'] === true && known !== undefined && !has('refuses a reconnect');
  const isRotation = known !== undefined && !isReconnect;
  const accepted = isRotation ? known.secrets : [secret];
  const isSignedSo =
    isSigned(call, accepted, has) ||
    (isRotation && has('accepts a rotation signed with the new secret') && isSigned(call, [secret], has));
  if (!isSignedSo) return 401;
  const { origin } = new URL(apiBase);
  const isAnyInstance = isReconnect && has('accepts a reconnect of another listed instance');
  const issuer = await trustedIssuer(call, { hub, origin: isAnyInstance ? null : origin }, has);
  if (issuer === null && !(isRotation && has('accepts a rotation without the issuer'))) return 401;
  const isMoved = known !== undefined && new URL(known.apiBase).origin !== origin;
  if (isMoved && !has('accepts a reconnect with another address')) return 401;
  const issuedAt = issuer?.iat ?? 0;
  if (isReconnect && issuedAt <= known.issuedAt && !has('accepts an older reconnect again')) return 401;
  if (known?.secrets[0] === secret && has('rejects a repeated installed')) return 409;
  state.known.set(installationId, {
    secrets: [...new Set([secret, ...previousSecrets(known, isReconnect, has)])],
    token: String(json['token']),
    apiBase,
    issuedAt: Math.max(issuedAt, known?.issuedAt ?? 0),
    sequence: known?.sequence ?? 0,
  });
  return 200;
}

function previousSecrets(known: Known | undefined, isReconnect: boolean, has: Has): readonly string[] {
  if (isReconnect && !has('accepts the lost secret after a reconnect')) return [];
  return has('drops the old secret at a rotation') ? [] : (known?.secrets ?? []);
}
