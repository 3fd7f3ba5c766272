/** The test clock of the hub and of an instance, whose routes do not exist in production. */
import { hubClock, instanceClock } from '@kushk/contracts';
import { bodyOf } from '@kushk/edge';
import { platformRole, staffRole, type PlatformStaffCaller, type StaffCaller } from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';
import type { OperationDescriptions } from '../openapi/operation-descriptions.js';
import { AdvanceClockBody } from './clock.dto.js';

const PATH = '/dev/clock';
const SUMMARIES = {
  advance: 'Move the test clock forward; not in production',
  get: 'Get the test clock; not in production',
};

export const clockOperations = (prefix: string): OperationDescriptions => ({
  [`POST ${prefix}${PATH}`]: {
    description:
      '`advance` is a duration of ISO 8601 in weeks, days, hours, minutes and seconds, such as `P30D`. The clock never goes back, also not after a restart. Other processes follow, normally within a second. Signatures, tokens, handles and sign-ins keep the real time.',
  },
  [`GET ${prefix}${PATH}`]: { description: '`ahead_seconds` is 0 until the clock is moved.' },
});

const hub = routesFor<StaffCaller>('staff', '/operator/v1');
const operator = staffRole('operator');

export const hubClockRoutes: readonly Route[] = [
  hub.proxyRoute('POST', PATH, {
    summary: SUMMARIES.advance,
    requires: operator,
    body: bodyOf(AdvanceClockBody),
    calls: hubClock.advanceClock,
    request: ({ body, idempotency }) => ({ ...body, ...idempotency }),
  }),
  hub.proxyRoute('GET', PATH, {
    summary: SUMMARIES.get,
    requires: operator,
    calls: hubClock.getClock,
    request: () => ({}),
  }),
];

const instance = routesFor<PlatformStaffCaller>('platform_staff', '/instance/v1');
const platformAdmin = platformRole('platform_admin');

export const instanceClockRoutes: readonly Route[] = [
  instance.proxyRoute('POST', PATH, {
    summary: SUMMARIES.advance,
    requires: platformAdmin,
    body: bodyOf(AdvanceClockBody),
    calls: instanceClock.advanceClock,
    request: ({ body, idempotency }) => ({ ...body, ...idempotency }),
  }),
  instance.proxyRoute('GET', PATH, {
    summary: SUMMARIES.get,
    requires: platformAdmin,
    calls: instanceClock.getClock,
    request: () => ({}),
  }),
];
