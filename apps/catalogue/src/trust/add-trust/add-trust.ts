/** The operator adds a trust to a publisher. */
import { freeTextProblems, requestProblem, type Problem, type TrustResource, type TrustScope } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { expiryProblems } from '../../key/expiry-problems.js';
import type { Publisher } from '../../publisher/publisher.js';
import { trustResource } from '../trust-resource.js';
import type { Trust, TrustAdded } from '../trust.js';
import { claimsProblems } from './trust-problems.js';

export interface AddTrust {
  readonly trustId: string;
  readonly publisherId: string;
  readonly issuer: string;
  /** Whether the issuer is an address from which the hub may read keys. */
  readonly isIssuerAllowed: boolean;
  readonly audience: string;
  readonly claims: Readonly<Record<string, string>>;
  readonly pluginId: string;
  readonly scopes: readonly TrustScope[];
  readonly public: boolean;
  /** The expiry time as the caller sent it; null for a trust that does not expire. */
  readonly expiresAt: string | null;
  readonly at: string;
}

const AUDIENCE_MAX_CODE_POINTS = 255;

/** Rejects with `request.invalid` or `publisher.not_found` {id}. */
export function addTrust(
  command: AddTrust,
  { publisher, trust }: { readonly publisher: Publisher; readonly trust: Trust },
): Decision<{ readonly trust: readonly TrustAdded[] }, TrustResource> {
  const { trustId, publisherId, issuer, audience, claims, pluginId, scopes, at } = command;
  const problems = [
    ...issuerProblems(command),
    ...freeTextProblems('/audience', audience, {
      required: true,
      oneLine: true,
      maxCodePoints: AUDIENCE_MAX_CODE_POINTS,
    }),
    ...claimsProblems(command),
    ...(scopes.length === 0
      ? [
          requestProblem('required', '/scopes', {
            message: 'must name a scope',
            message_fa: 'باید دسترسی‌ای را نام ببرد',
          }),
        ]
      : []),
    ...expiryProblems(command),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (trust.status !== 'absent') throw new Error(`the trust id ${trustId} is already in use`);
  switch (publisher.status) {
    case 'absent':
      return refuse('publisher.not_found', { id: publisherId });
    case 'known':
      break;
    default:
      return unreachable(publisher);
  }
  const expiresAt = command.expiresAt === null ? null : new Date(command.expiresAt).toISOString();
  const isPublic = command.public;
  const added = { publisherId, issuer, audience, claims, pluginId, scopes, public: isPublic, addedAt: at, expiresAt };
  return accept(
    { trust: [{ type: 'TrustAdded', data: added }] },
    trustResource(trustId, { status: 'active', ...added }),
  );
}

/** The issuer is compared with the `iss` claim by characters, and its configuration is read below it. */
function issuerProblems({ issuer, isIssuerAllowed }: AddTrust): readonly Problem[] {
  if (isIssuerAllowed && /^https?:\/\/[^?#\s]+[^?#\s/]$/.test(issuer)) return [];
  return [
    requestProblem('format', '/issuer', {
      message: 'must be the https address of a public host, without query, fragment and final slash',
      message_fa: 'باید نشانی https یک میزبان عمومی، بدون پرس‌وجو، بخش # و اسلش پایانی باشد',
      hint: 'for example https://token.actions.githubusercontent.com',
    }),
  ];
}
