/** What `kushk dev` reports: one entry per call, event or change. */
import type {
  CallCause,
  DeliveryAttemptResource,
  DeliveryResource,
  ListedProposal,
  ReceivedCall,
  SentCall,
  SourceForPeople,
} from '@kushk/contracts';

/**
 * What the plugin makes of the signatures. `verified`: it accepted this call, and rejects a forged one. `not_verified`:
 * it also accepts a forged one. `rejected`: it rejected this correctly signed call. `unknown`: no answer shows it.
 */
export type SignatureVerdict = 'verified' | 'not_verified' | 'rejected' | 'unknown';

/** What the memory of the gateways has of an attempt besides the list of deliveries. */
export type Exchange = Pick<
  SentCall,
  'path' | 'content_type' | 'location' | 'request_body' | 'response_body' | 'simulated_outage'
>;

export type DevEntry =
  | ({
      readonly kind: 'call_out';
      readonly at: string;
      readonly channel: DeliveryResource['channel'];
      readonly type: string;
      readonly event_id: string | null;
      readonly sequence: number | null;
      readonly status: number | null;
      readonly error: string | null;
      readonly duration_ms: number;
      readonly signature: SignatureVerdict;
    } & CallCause &
      Exchange)
  | ({ readonly kind: 'call_in' } & Omit<ReceivedCall, 'id'>)
  | { readonly kind: 'wallet'; readonly at: string; readonly available: string; readonly held: string }
  | {
      readonly kind: 'proposal';
      readonly at: string;
      readonly id: string;
      readonly status: ListedProposal['status'];
      readonly record_type: string;
      readonly summary: string;
      readonly settled_by: ListedProposal['settled_by'];
    }
  | {
      readonly kind: 'source';
      readonly at: string;
      readonly id: string;
      readonly status: SourceForPeople['status'];
      readonly source_kind: SourceForPeople['kind'];
      readonly title: string;
    }
  /** A line that the plugin prints. `is_check`: it rejects a call that `kushk dev` itself has forged. */
  | { readonly kind: 'plugin'; readonly at: string; readonly text: string; readonly is_check: boolean }
  | { readonly kind: 'note'; readonly at: string; readonly level: 'info' | 'warning' | 'error'; readonly text: string };

export type EntryOf<Kind extends DevEntry['kind']> = Extract<DevEntry, { readonly kind: Kind }>;

/** The name of an attempt of a call to the plugin, by which requests name their cause. */
export const callKey = ({ delivery_id, attempt }: CallCause): string => `${delivery_id} ${attempt}`;

/** When it ended, in milliseconds since 1970: a call is shown when its result is known. */
export function endOf(entry: DevEntry): number {
  const startedMs = Date.parse(entry.at);
  return 'duration_ms' in entry ? startedMs + entry.duration_ms : startedMs;
}

export const isCredentialRejection = (status: number | null): boolean => status === 401 || status === 403;

/** `rejectsForged` is null while it is not known. */
export function signatureVerdict(
  { status }: Pick<DeliveryAttemptResource, 'status'>,
  rejectsForged: boolean | null,
): SignatureVerdict {
  if (isCredentialRejection(status)) return 'rejected';
  if (status === null || status < 200 || status >= 300 || rejectsForged === null) return 'unknown';
  return rejectsForged ? 'verified' : 'not_verified';
}
