/**
 * The operator issues a key to a publisher. The facts and the stored reply contain only the hash of the key, never
 * the key itself.
 */
import { freeTextProblems, requestProblem, type KeyResource, type KeyScope, type Problem } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Publisher } from '../../publisher/publisher.js';
import { expiryProblems } from '../expiry-problems.js';
import { keyResource } from '../key-resource.js';
import type { Key, KeyIssued } from '../key.js';

export interface IssueKey {
  readonly keyId: string;
  readonly publisherId: string;
  readonly label: string;
  readonly hash: string;
  readonly last4: string;
  /** The expiry time as the caller sent it; null for a key that does not expire. */
  readonly expiresAt: string | null;
  /** Absent: for the publisher API. */
  readonly purpose?: 'registry';
  /** Absent: all scopes. */
  readonly scopes?: readonly KeyScope[];
  /** Absent: all plugins of the publisher. The plugin need not exist yet. */
  readonly pluginId?: string;
  readonly at: string;
}

const LABEL_MAX_CODE_POINTS = 100;

/** Rejects with `request.invalid` or `publisher.not_found`. */
export function issueKey(
  command: IssueKey,
  { publisher, key }: { readonly publisher: Publisher; readonly key: Key },
): Decision<{ readonly key: readonly KeyIssued[] }, KeyResource> {
  const { keyId, publisherId, label, hash, last4, at } = command;
  const problems = [
    ...freeTextProblems('/label', label, { required: true, maxCodePoints: LABEL_MAX_CODE_POINTS, oneLine: true }),
    ...expiryProblems(command),
    ...reachProblems(command),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (key.status) {
    case 'absent':
      break;
    case 'active':
    case 'revoked':
      throw new Error(`the key id ${keyId} is already in use`);
    default:
      return unreachable(key);
  }
  switch (publisher.status) {
    case 'absent':
      return refuse('publisher.not_found', { id: publisherId });
    case 'known':
      break;
    default:
      return unreachable(publisher);
  }
  const expiresAt = command.expiresAt === null ? null : new Date(command.expiresAt).toISOString();
  const { purpose, scopes, pluginId } = command;
  const issued = {
    publisherId,
    label,
    hash,
    last4,
    issuedAt: at,
    expiresAt,
    ...(purpose !== undefined && { purpose }),
    ...(scopes !== undefined && { scopes }),
    ...(pluginId !== undefined && { pluginId }),
  };
  return accept(
    { key: [{ type: 'KeyIssued', data: issued }] },
    { ...keyResource(keyId, { status: 'active', ...issued }), last_used_at: null },
  );
}

/** The registry knows no scopes, and a key without a scope could do nothing. */
function reachProblems({ purpose, scopes, pluginId }: IssueKey): readonly Problem[] {
  const forApi = { message: 'is for keys of the publisher API', message_fa: 'برای کلیدهای API ناشر است' };
  return [
    ...(purpose === 'registry' && scopes !== undefined ? [requestProblem('not_allowed', '/scopes', forApi)] : []),
    ...(purpose === 'registry' && pluginId !== undefined ? [requestProblem('not_allowed', '/plugin_id', forApi)] : []),
    ...(scopes?.length === 0
      ? [
          requestProblem('required', '/scopes', {
            message: 'must name a scope',
            message_fa: 'باید دسترسی‌ای را نام ببرد',
          }),
        ]
      : []),
  ];
}
