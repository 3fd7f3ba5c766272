/** The test clock of the hub or of an instance, which production does not have (docs/reference/test-clock.md). */
import { decisionRequires, gatewayRequires } from './caller-policy.js';
import { command, publicFact, query, type RequestIdempotency } from './messages.js';

export interface ClockResource {
  /** What the clock shows, in ISO 8601. */
  readonly now: string;
  /** How far it runs ahead of the real time, in seconds; 0 if it was never moved. */
  readonly ahead_seconds: number;
}

const clockRequests = (service: 'catalogue' | 'installation') => ({
  /** `advance` is a duration of ISO 8601, such as `P30D`. Rejects with `request.invalid`: time never goes back. */
  advanceClock: command<{ advance: string; idempotency?: RequestIdempotency }, ClockResource>(
    service,
    'clock.advance',
    service === 'catalogue' ? decisionRequires('operator') : gatewayRequires('platform_admin'),
  ),
  getClock: query<object, ClockResource>(service, 'clock.get'),
});
export type ClockRequests = ReturnType<typeof clockRequests>;
export const hubClock = clockRequests('catalogue');
export const instanceClock = clockRequests('installation');

interface ClockMoved {
  readonly ahead_seconds: number;
  readonly at: string;
}
/** The clock was moved forward. Every other service of the scope follows. */
export const clockFacts = {
  ofHub: publicFact<ClockMoved>('catalogue', 'clock.advanced'),
  ofInstance: publicFact<ClockMoved>('installation', 'clock.advanced'),
};
