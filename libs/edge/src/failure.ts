import { Refused } from './refused.js';

/** A failure as the caller may see it; `unexpected` where it is a fault of ours that belongs in the log. */
export interface Failure {
  readonly refused: Refused;
  readonly unexpected: boolean;
}

const byFrameworkCode: Readonly<Record<string, () => Refused>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => Refused.with('request.too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => Refused.with('request.unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    Refused.with('request.malformed', { reason: 'Content-Length does not fit the body' }),
  FST_ERR_BAD_URL: () => Refused.with('request.malformed', { reason: 'the address cannot be decoded' }),
  FST_ERR_MAX_PARAM_LENGTH: () => Refused.with('request.malformed', { reason: 'the address is too long' }),
};

const byStatus: Readonly<Record<number, () => Refused>> = {
  400: () => Refused.with('request.malformed'),
  404: () => Refused.with('route.not_found'),
  405: () => Refused.with('request.method_not_allowed'),
  408: () => Refused.with('request.timeout'),
  413: () => Refused.with('request.too_large'),
  414: () => Refused.with('request.malformed', { reason: 'the address is too long' }),
  415: () => Refused.with('request.unsupported_media_type'),
  503: () => Refused.unavailable('gateway'),
};

/**
 * What anything thrown on the way of a request means to the caller. Errors of Fastify and Nest are told by code and
 * status, never by their text; all that is left is `service.failed` (500), and nothing of it is shown.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return { refused: error, unexpected: false };
  const known = byFrameworkCode[textOf(error, 'code')] ?? byStatus[statusOf(error)];
  return known
    ? { refused: known(), unexpected: false }
    : { refused: Refused.with('service.failed'), unexpected: true };
}

function textOf(error: unknown, property: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, property) : undefined;
  return typeof value === 'string' ? value : '';
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 0;
  const status: unknown = Reflect.get(error, 'statusCode') ?? Reflect.get(error, 'status');
  return typeof status === 'number' ? status : 0;
}
