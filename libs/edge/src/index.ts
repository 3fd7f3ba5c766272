export { allCodes, codeEntry, familyOf, type KnownCode } from './codes.js';
export { problemAt, problemTexts } from './field-problems.js';
export { Refused, RETRY_AFTER_SECONDS } from './refused.js';
export { languageOf, problemDocument, problemHeaders, type Language, type ProblemDocument } from './problem.js';
export { mapError, type MappedError } from './error-mapping.js';
export { bodyOf, Nested, type BodySchema, type DtoClass } from './dto.js';
export { CodePoints, Documented, IsTime, UniqueItems, type JsonSchema } from './dto-constraints.js';
export { pageOf, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, QueryReader, type Query } from './paging.js';
export { idempotencyKey, REPLAYED_HEADER, type IdempotencyRule } from './idempotency.js';
export { entityTag, revisionCondition } from './revision.js';
export { inlineParts, shareParts, type ApiOperation } from './shared-parts.js';
export { accepts, isListed } from './accept.js';
export { ANY_TAG, ifNoneMatch, isKnown } from './entity-tag.js';
export { givenRequestId, givenTraceparent } from './tracing.js';
export { RateLimiter, takeTokens, type LimitedBy, type RatePolicy, type SetHeader } from './rate-limit.js';
export { BODY_LIMIT_BYTES, JSON_DEPTH_LIMIT } from './request-json.js';
export { bearerOf, type BearerReading } from './bearer.js';
export {
  API_HEADERS,
  ProblemWriter,
  readLargeJson,
  readOnlyJson,
  sendJson,
  setCommonHeaders,
  type ProblemSettings,
} from './http-edge.js';
export { ProblemFilter } from './problem.filter.js';
