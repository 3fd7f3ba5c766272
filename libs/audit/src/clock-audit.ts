/** The audit of the test clock of the hub or of an instance. Their other services follow a decision that it has. */
import { clockStream } from '@kushk/event-store/clock';
import { audited, auditOf, type AnyAudit } from './audited.js';

export const clockAudit: AnyAudit = auditOf(clockStream, {
  about: (_clock, { id }) => ({ subject: { type: 'clock', id, name: null }, organisationId: null }),
  facts: {
    ClockAdvanced: audited('clock.advanced', ({ data: { aheadSeconds } }) => ({
      details: { ahead_seconds: aheadSeconds },
    })),
  },
});
