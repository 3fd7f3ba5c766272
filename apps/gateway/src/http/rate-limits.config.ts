import type { RatePolicy } from '@kushk/edge';
import { readVariable } from '@kushk/runtime';
import type { CallerKind } from '../authentication/caller.js';
import type { ExtraRateLimit } from './route.js';

type LimitName = CallerKind | ExtraRateLimit | 'failed_authentication' | 'sign_in' | 'sign_in_person';
export type RateLimits = Readonly<Partial<Record<LimitName, RatePolicy>>>;

const MINUTE = 60;
const HOUR = 3_600;

/**
 * Requests per window, and the burst, per credential; of failed authentication and of callers without a credential per
 * client address (docs/reference/limits.md).
 */
const PRODUCTION_LIMITS: Readonly<Record<LimitName, RatePolicy>> = {
  publisher: { name: 'publisher', quota: 600, windowSeconds: MINUTE, burst: 600 },
  publisher_member: { name: 'publisher_member', quota: 1_200, windowSeconds: MINUTE, burst: 300 },
  registry_account: { name: 'registry', quota: 1_200, windowSeconds: MINUTE, burst: 300 },
  submission: { name: 'submission', quota: 300, windowSeconds: HOUR, burst: 300 },
  exchange: { name: 'exchange', quota: 60, windowSeconds: MINUTE, burst: 30 },
  usage: { name: 'usage', quota: 60, windowSeconds: MINUTE, burst: 20 },
  plugin: { name: 'installation', quota: 6_000, windowSeconds: MINUTE, burst: 600 },
  staff: { name: 'staff', quota: 1_200, windowSeconds: MINUTE, burst: 300 },
  person: { name: 'person', quota: 1_200, windowSeconds: MINUTE, burst: 300 },
  signed_in: { name: 'signed_in', quota: 120, windowSeconds: MINUTE, burst: 60 },
  platform_staff: { name: 'platform_staff', quota: 120, windowSeconds: MINUTE, burst: 60 },
  purchaser: { name: 'purchaser', quota: 1_200, windowSeconds: MINUTE, burst: 300 },
  sign_in: { name: 'sign_in', quota: 60, windowSeconds: MINUTE, burst: 120 },
  sign_in_person: { name: 'sign_in_person', quota: 60, windowSeconds: HOUR, burst: 20 },
  failed_authentication: { name: 'failed_authentication', quota: 60, windowSeconds: MINUTE, burst: 120 },
  anyone: { name: 'anyone', quota: 600, windowSeconds: MINUTE, burst: 300 },
};

/**
 * Outside production, the limits are high enough for tests and benchmarks. Responses still contain the rate-limit
 * headers.
 */
const DEVELOPMENT_FACTOR = 1_000;
const DEVELOPMENT_LIMITS: RateLimits = Object.fromEntries(
  Object.entries(PRODUCTION_LIMITS).map(([name, policy]) => [
    name,
    { ...policy, quota: policy.quota * DEVELOPMENT_FACTOR, burst: policy.burst * DEVELOPMENT_FACTOR },
  ]),
);

const NAMES = Object.keys(PRODUCTION_LIMITS) as readonly LimitName[];
const FIELDS = ['quota', 'window_seconds', 'burst'];

/** The rate limits of this process, from `KUSHK_RATE_LIMITS`. */
export function readRateLimits(production: boolean): RateLimits {
  return parseRateLimits(readVariable('KUSHK_RATE_LIMITS'), production);
}

/**
 * Parses `off`, or JSON that overrides the production limits, such as
 * `{"publisher":{"quota":60,"window_seconds":60,"burst":30}}`. When the variable is absent, the production limits
 * apply in production, and a thousand times these limits elsewhere. Throws when the text is invalid.
 */
export function parseRateLimits(text: string | undefined, production: boolean): RateLimits {
  if (text === undefined || text === '') return production ? PRODUCTION_LIMITS : DEVELOPMENT_LIMITS;
  if (text === 'off') return {};
  const given = parse(text);
  return Object.fromEntries(
    NAMES.map((name) => {
      const standard = PRODUCTION_LIMITS[name];
      const {
        quota = standard.quota,
        window_seconds: windowSeconds = standard.windowSeconds,
        burst = standard.burst,
      } = given[name] ?? {};
      return [name, { name: standard.name, quota, windowSeconds, burst }];
    }),
  );
}

function parse(
  text: string,
): Readonly<Record<string, { readonly quota?: number; readonly window_seconds?: number; readonly burst?: number }>> {
  const given = JSON.parse(text) as Record<string, Record<string, unknown>>;
  for (const [name, policy] of Object.entries(given)) {
    const isValid =
      (NAMES as readonly string[]).includes(name) &&
      Object.entries(policy).every(
        ([field, value]) => FIELDS.includes(field) && Number.isSafeInteger(value) && Number(value) >= 1,
      );
    if (!isValid)
      throw new TypeError(
        'KUSHK_RATE_LIMITS must be off or {"<limit>":{"quota","window_seconds","burst"}}, in whole numbers',
      );
  }
  return given;
}
