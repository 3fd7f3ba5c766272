import { queryHandler, respond } from '@kushk/broker';
import { reviewReturns } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, now } from '@kushk/runtime';
import { ApprovalSigner } from '../../signing/approval-signer.js';
import { reviewKey, reviewStream } from '../review.js';
import { returnApproval } from './return-approval.js';

export const ApproveReturnHandler = queryHandler(
  reviewReturns.approveReturn,
  { events: EventStore, signer: ApprovalSigner, config: CONFIG },
  async ({ plugin_id, from, manifest, previous }, { events, signer, config }) => {
    if (config.returns === 'reviewer') return respond({ approved: null });
    const stream = streamRef(reviewStream, reviewKey(plugin_id, from));
    const [{ state: review }, history] = await Promise.all([events.load(stream), events.history(stream)]);
    const approved = history.findLast((fact) => fact.type === 'ReleaseApproved');
    const toSign =
      review.status === 'approved' && approved !== undefined
        ? returnApproval({
            review,
            approved: approved.data,
            manifest,
            previous,
            at: now().toISOString(),
            keys: { keys: config.signingKeys.map((key) => publicJwk(key)) },
          })
        : null;
    if (toSign === null) return refuse('catalogue.release_not_found', { plugin_id, version: from });
    return respond({ approved: { approval: signer.sign(toSign.approval), basis: toSign.basis } });
  },
);
