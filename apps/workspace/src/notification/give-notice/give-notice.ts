import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Installation } from '../../installation/installation.js';
import type { Notice, NoticeData, NoticeFact } from '../notice.js';

/**
 * A fact that is older when it arrives causes no notice. The first process with a new reaction receives all that
 * JetStream has kept for months, and so does every process after a reset of the streams.
 */
export const OLDEST_NOTICE_MS = 7 * 24 * 60 * 60 * 1_000;

export interface GiveNotice extends Pick<NoticeData, 'noticeId' | 'installationId' | 'kind' | 'details' | 'at'> {
  readonly now: string;
}
interface States {
  readonly installation: Installation;
  readonly notice: Notice;
}
interface Facts {
  readonly notice: readonly NoticeFact[];
}

/** Notifies the admins of an installation's organisation, unless they have a newer notice of this kind. */
export function giveNotice({ now, ...given }: GiveNotice, { installation, notice }: States): Decision<Facts, null> {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return accept({ notice: [] }, null);
    case 'active': {
      const isOld = Date.parse(now) - Date.parse(given.at) > OLDEST_NOTICE_MS;
      const isKnown = notice.status !== 'absent' && Date.parse(notice.at) >= Date.parse(given.at);
      if (isOld || isKnown) return accept({ notice: [] }, null);
      const { organisationId, pluginId } = installation;
      return accept({ notice: [{ type: 'NoticeGiven', data: { ...given, organisationId, pluginId } }] }, null);
    }
    default:
      return unreachable(installation);
  }
}
