import { reactionHandler } from '@kushk/broker';
import type { NoticeKind, PublicFactType } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { installationStream } from '../../installation/installation.js';
import { noticeRef, type NoticeDetails } from '../notice.js';
import { giveNotice } from './give-notice.js';

interface OfInstallation {
  readonly installation_id: string;
  readonly at: string;
}

interface NoticeReaction<Data> {
  readonly reaction: string;
  readonly kind: NoticeKind | ((data: Data) => NoticeKind);
}

/** A reaction that notifies the admins of an organisation of what happened to an installation. */
export function noticeHandler<Data extends OfInstallation>(
  fact: PublicFactType<Data>,
  { reaction, kind: kindOf }: NoticeReaction<Data>,
  /** Null when this fact is none of the kind. */
  detailsOf: (data: Data) => NoticeDetails | null,
) {
  return reactionHandler(fact, { reaction, needs: {} }, async (data, _found, { run }) => {
    const details = detailsOf(data);
    if (details === null) return;
    const { installation_id: installationId, at } = data;
    const kind = typeof kindOf === 'function' ? kindOf(data) : kindOf;
    await run({
      name: 'GiveNotice',
      streams: { installation: streamRef(installationStream, installationId), notice: noticeRef(installationId, kind) },
      command: { noticeId: newId('ntf'), installationId, kind, details, at, now: now().toISOString() },
      decide: giveNotice,
    });
  });
}
