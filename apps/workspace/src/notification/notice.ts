/**
 * Notifications of the admins of an organisation about an installation. Each installation has one stream per kind: a
 * repetition replaces the notice before it, so that a plugin causes at most one notification of a kind.
 */
import type { NoticeKind } from '@kushk/contracts';
import type { Fact, StreamRef, StreamType } from '@kushk/decider';
import { streamRef, unreachable } from '@kushk/decider';

/** What only some kinds have. Amounts are MU as decimal strings. */
export interface NoticeDetails {
  readonly version?: string;
  readonly available?: string;
  readonly threshold?: string;
  readonly service?: string | null;
  /** The person who did it, and who gets no notification of it. */
  readonly by?: string;
}
export interface NoticeData {
  readonly noticeId: string;
  readonly organisationId: string;
  readonly installationId: string;
  readonly pluginId: string;
  readonly kind: NoticeKind;
  readonly details: NoticeDetails;
  /** When it happened, by the clock of the service that published it. */
  readonly at: string;
}
export type NoticeFact =
  | Fact<'NoticeGiven', NoticeData>
  /** What it is about is over, such as the wait of a version that runs now. It is no longer listed. */
  | Fact<'NoticeEnded', { readonly at: string }>;
export type Notice = { readonly status: 'absent' } | ({ readonly status: 'given' | 'ended' } & NoticeData);

export const noticeStream: StreamType<Notice, NoticeFact> = {
  category: 'notice',
  factTypes: { NoticeGiven: true, NoticeEnded: true },
  initial: { status: 'absent' },
  stateVersion: 2,
  evolve: (notice, fact) => {
    switch (fact.type) {
      case 'NoticeGiven':
        return { status: 'given', ...fact.data };
      case 'NoticeEnded':
        return notice.status === 'given' ? { ...notice, status: 'ended' } : notice;
      default:
        return unreachable(fact);
    }
  },
};

export function noticeRef(installationId: string, kind: NoticeKind): StreamRef<Notice, NoticeFact> {
  return streamRef(noticeStream, `${installationId}/${kind}`);
}
