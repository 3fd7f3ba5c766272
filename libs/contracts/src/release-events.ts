/** The history of a release, for staff. */
import type { ReleaseStatus, Tier } from './catalogue.js';

/**
 * Who changed the status of a release: a publisher with one of its keys, a person of the publisher in the portal
 * (`member`), a staff member in the role that allowed the change, or the service, for a return.
 */
export type ReleaseActor =
  | { readonly kind: 'system' }
  | {
      readonly kind: 'publisher';
      readonly publisher_id: string;
      readonly key: { readonly id: string; readonly label: string; readonly last4: string } | null;
      readonly member: { readonly id: string; readonly name: string } | null;
    }
  | {
      readonly kind: 'staff';
      readonly subject: string;
      /** The name at that time. */
      readonly name: string;
      readonly role: 'reviewer' | 'operator';
    };
type ReleaseEventName =
  | 'submitted'
  | 'taken'
  | 'given_back'
  | 'changes_requested'
  | 'commented'
  | 'approved'
  | 'rejected'
  | 'appealed'
  | 'published'
  | 'suspended'
  | 'resumed'
  | 'withdrawn';
/**
 * One event in the history of a release. For staff only, because publishers must not learn who reviews their
 * releases.
 */
export interface ReleaseEvent {
  /** The position in the history of the release, counted from 1. */
  readonly number: number;
  readonly event: ReleaseEventName;
  /** The status after this event. */
  readonly status: ReleaseStatus;
  readonly happened_at: string;
  readonly actor: ReleaseActor;
  /**
   * The publisher's notes for `submitted`, its text for `commented` and `appealed`; the reviewer's notes for
   * `changes_requested`, `approved` and `rejected`.
   */
  readonly notes: string | null;
  /** The reason for `suspended` and `withdrawn`. */
  readonly reason: string | null;
  /** The requested tier for `submitted`, the granted tier for `approved`. */
  readonly tier: Tier | '' | null;
  /** The id of the key that signed: a reviewers' key for an approval, the hub's key for a status statement. */
  readonly signature_keyid: string | null;
  /** The sequence number of the hub's status statement. Set for events that are sent to the instances. */
  readonly sequence: number | null;
}
