import { Refused } from './refused.js';
import { BODY_LIMIT_BYTES } from './request-json.js';

/** An error in the form that the caller may see. */
export interface MappedError {
  readonly refused: Refused;
  /** Whether the error is a defect of the gateway or a service, which must be logged. */
  readonly isDefect: boolean;
}

const byFrameworkCode: Readonly<Record<string, () => Refused>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => Refused.with('request.too_large', { limit_bytes: BODY_LIMIT_BYTES }),
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
 * Maps any error that is thrown while a request is handled. Errors of Fastify and Nest are recognised by code and
 * status, never by their message; what Fastify and its plugins blame on the client (4xx) is never a defect. Every other
 * error becomes `service.failed` (500), and the response contains no details of it.
 */
export function mapError(error: unknown): MappedError {
  if (error instanceof Refused) return { refused: error, isDefect: false };
  const known = byFrameworkCode[textOf(error, 'code')] ?? byStatus[statusOf(error)] ?? blamedOnClient(error);
  return known ? { refused: known(), isDefect: false } : { refused: Refused.with('service.failed'), isDefect: true };
}

/** Fastify sets `statusCode`. The errors of HTTP clients have `status`, which is the answer of another server. */
function blamedOnClient(error: unknown): (() => Refused) | undefined {
  const status = numberOf(error, 'statusCode') ?? 0;
  // A file outside the folder that is served: absent and foreign look alike.
  if (status === FORBIDDEN) return byStatus[404];
  return status >= 400 && status < 500 ? byStatus[400] : undefined;
}
const FORBIDDEN = 403;

function textOf(error: unknown, property: string): string {
  const value = valueOf(error, property);
  return typeof value === 'string' ? value : '';
}

function statusOf(error: unknown): number {
  return numberOf(error, 'statusCode') ?? numberOf(error, 'status') ?? 0;
}

function numberOf(error: unknown, property: string): number | undefined {
  const value = valueOf(error, property);
  return typeof value === 'number' ? value : undefined;
}

function valueOf(error: unknown, property: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, property) : undefined;
}
