import { body, integer, jsonObject, number, oneOf, optional, string } from '@kushk/edge';

const SECONDS_PER_DAY = 86_400;
const OVERLAP_MAX_SECONDS = 7 * SECONDS_PER_DAY;
const HOLD_TTL_MIN_SECONDS = 10;
const HOLD_TTL_MAX_SECONDS = SECONDS_PER_DAY;

export const RecordBody = body({ data: jsonObject() });
export const RotateBody = body({
  what: oneOf('token', 'signing_secret'),
  /** How long the previous credential stays valid. */
  overlap_seconds: optional(integer({ minimum: 0, maximum: OVERLAP_MAX_SECONDS })),
});
export const ProposalBody = body({
  external_id: string({ minLength: 1, maxLength: 200 }),
  record_type: string({ minLength: 1, maxLength: 64 }),
  action: oneOf('create', 'update'),
  record_id: optional(string({ minLength: 1, maxLength: 64 })),
  base_revision: optional(integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  changes: jsonObject(),
  summary: string({ minLength: 1, maxLength: 2_000 }),
  assignee_id: optional(string({ minLength: 1, maxLength: 64 })),
});

/** `count` may be any number here. The wallet decides whether it can charge it (`wallet.count_invalid`). */
export const HoldBody = body({
  service: string({ minLength: 1, maxLength: 200 }),
  count: number(),
  ttl_seconds: optional(integer({ minimum: HOLD_TTL_MIN_SECONDS, maximum: HOLD_TTL_MAX_SECONDS })),
  reference: optional(string({ minLength: 1, maxLength: 200 })),
});
export const SettleBody = body({ count: optional(number()) });
export const ConsumeBody = body({
  service: string({ minLength: 1, maxLength: 200 }),
  count: number(),
  reference: optional(string({ minLength: 1, maxLength: 200 })),
});
