/** The return to an earlier release (docs/reference/releases.md). */
import { catalogueReturns, RETURN_OUTDATED, reviewReturns, type ReleaseReturn } from '@kushk/contracts';
import { bodyOf, Refused } from '@kushk/edge';
import { routesFor, type Call, type Route, type RouteResponse, type SendRequest } from '../http/route.js';
import { ReturnBody } from './developer.dto.js';
import { keyScope, type ForPublisher } from './key-scope.js';

const PREFIX = '/developer/v1';
const { compositeRoute } = routesFor<ForPublisher>('publisher', PREFIX);

/** How often a return is prepared: again each time that another version was published meanwhile. */
const MAX_PREPARATIONS = 5;

type ReturnCall = Call<ForPublisher, ReturnBody, unknown>;

/**
 * The catalogue checks the return, the review service signs its approval, and the catalogue stores both in one commit.
 * Services send no requests to each other, so the gateway carries the approval.
 */
async function returnRelease(call: ReturnCall, send: SendRequest): Promise<RouteResponse<ReleaseReturn>> {
  for (let preparation = 1; preparation <= MAX_PREPARATIONS; preparation += 1) {
    try {
      return await returnOnce(call, send);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== RETURN_OUTDATED) throw error;
    }
  }
  throw Refused.unavailable('catalogue');
}

async function returnOnce(call: ReturnCall, send: SendRequest): Promise<RouteResponse<ReleaseReturn>> {
  const { plugin_id = '', version: from = '' } = call.params;
  const { version, reason, dry_run } = call.body;
  const request = { publisher_id: call.caller.publisher.id, plugin_id, from, version, reason };
  const isDryRun = dry_run === true;
  const prepared = await send(catalogueReturns.prepareReturn, request).catch((error: unknown) => {
    // A repeat with the same Idempotency-Key gets the first reply, which only the command has. Without a stored reply
    // the command rejects the request as the preparation did.
    if (!(error instanceof Refused) || isDryRun || call.idempotency.idempotency === undefined) throw error;
    return null;
  });
  if (prepared === null) {
    const { reply, replayed } = await send(catalogueReturns.returnRelease, {
      ...request,
      approved: 'repeat',
      ...call.idempotency,
    });
    return { status: 201, body: reply, replayed };
  }
  const { manifest, previous, result } = prepared.reply;
  const { approved } = (await send(reviewReturns.approveReturn, { plugin_id, from, manifest, previous })).reply;
  if (isDryRun) return { status: 200, body: { ...result, approval: approved === null ? 'reviewer' : 'automatic' } };
  const { reply, replayed } = await send(catalogueReturns.returnRelease, {
    ...request,
    approved: approved === null ? 'reviewer' : { ...approved, previous },
    ...call.idempotency,
  });
  return { status: 201, body: reply, replayed };
}

export const returnRoutes: readonly Route[] = [
  compositeRoute<ReturnBody>('POST', '/releases/:plugin_id/:version/return', {
    operationId: 'returnRelease',
    summary: 'Return to the content of an earlier release, under a higher version',
    requires: keyScope('manage'),
    body: bodyOf(ReturnBody),
    extraRateLimit: 'submission',
    success: 201,
    mayExist: true,
    calls: [catalogueReturns.prepareReturn, reviewReturns.approveReturn, catalogueReturns.returnRelease],
    handle: returnRelease,
  }),
];
