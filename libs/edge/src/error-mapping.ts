import { Refused } from './refused.js';

/** An error in the form that the caller may see. */
export interface MappedError {
  readonly refused: Refused;
  /** Whether the error is a defect of the gateway or a service, which must be logged. */
  readonly isDefect: boolean;
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
 * Maps any error that is thrown while a request is handled. Errors of Fastify and Nest are recognised by code and
 * status, never by their message. Every other error becomes `service.failed` (500), and the response contains no
 * details of it.
 */
export function mapError(error: unknown): MappedError {
  if (error instanceof Refused) return { refused: error, isDefect: false };
  const known = byFrameworkCode[textOf(error, 'code')] ?? byStatus[statusOf(error)];
  return known ? { refused: known(), isDefect: false } : { refused: Refused.with('service.failed'), isDefect: true };
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
