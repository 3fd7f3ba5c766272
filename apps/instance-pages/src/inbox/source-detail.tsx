import { useQuery } from '@tanstack/react-query';
import { Check, Download, FileText, X } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  buttonLink,
  Code,
  digits,
  KeyHint,
  lazyPart,
  moment,
  ProblemNotice,
  TitleText,
  useKeys,
  useTexts,
} from '@kushk/ui';
import { usePersonName } from '../organisation/people.js';
import { usePluginName } from '../organisation/plugins.js';
import { RecordLink } from '../records/record-link.js';
import { contentAddress } from './content-address.js';
import { ActionsHint, DetailActions, DetailHead, DetailSkeleton, ReasonQuote, Settled } from './detail-parts.js';
import classes from './source-detail.module.css';
import type { Source } from './items.js';
import { sourceQuery } from './queries.js';
import { SourcePreview } from './source-preview.js';

const DismissDialog = lazyPart(async () => (await import('./dismiss-dialog.js')).DismissDialog);
const AcceptDialog = lazyPart(async () => (await import('./accept-dialog.js')).AcceptDialog);

/** A document or message that a plugin brought in. It becomes a record only when a person accepts it. */
export function SourceDetail({ id }: { id: string }): ReactNode {
  const { data: source, error, refetch } = useQuery(sourceQuery(id));
  if (source === undefined)
    return error === null ? <DetailSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />;
  return (
    <>
      <Head source={source} />
      <SourcePreview source={source} />
      {source.status === 'pending' ? <Decision source={source} /> : <Reviewed source={source} />}
    </>
  );
}

const KIB = 1_024;

function Head({ source }: { source: Source }): ReactNode {
  const { t, language } = useTexts();
  const name = usePluginName()(source.plugin_id);
  const { title, kind, occurred_at, content_type, size, id } = source;
  return (
    <>
      <DetailHead title={<TitleText>{title}</TitleText>}>
        <p>
          <span>{t(`inbox.source.from.${kind}`, { name })}</span>
          <time dateTime={occurred_at}>{moment(new Date(occurred_at), language)}</time>
        </p>
      </DetailHead>
      <div className={classes.file}>
        <FileText aria-hidden="true" />
        <Code soft>{content_type}</Code>
        <span>{t('inbox.source.size', { size: digits(Math.max(1, Math.round(size / KIB)), language) })}</span>
        <a className={buttonLink({ look: 'quiet' })} href={contentAddress(id)} download>
          <Download aria-hidden="true" />
          {t('inbox.source.download')}
        </a>
      </div>
    </>
  );
}

function Decision({ source }: { source: Source }): ReactNode {
  const { t } = useTexts();
  const [dialog, open] = useState<'accept' | 'dismiss' | null>(null);
  useKeys({ KeyA: () => open('accept'), KeyR: () => open('dismiss') });
  const close = (): void => open(null);
  return (
    <DetailActions>
      <ActionsHint>{t(`inbox.source.means.${source.kind}`)}</ActionsHint>
      <Button look="danger" onPress={() => open('dismiss')}>
        <X aria-hidden="true" />
        {t('inbox.source.dismiss')}
        <KeyHint>R</KeyHint>
      </Button>
      <Button look="primary" onPress={() => open('accept')}>
        <Check aria-hidden="true" />
        {t('inbox.source.accept')}
        <KeyHint>A</KeyHint>
      </Button>
      <AcceptDialog source={source} isOpen={dialog === 'accept'} onClose={close} />
      <DismissDialog source={source} isOpen={dialog === 'dismiss'} onClose={close} />
    </DetailActions>
  );
}

function Reviewed({ source }: { source: Source }): ReactNode {
  const { t, language } = useTexts();
  const personName = usePersonName();
  const { status, reviewed_by, reviewed_at, record_id, session_id, kind, title, reason, text } = source;
  const name = personName(reviewed_by);
  const at = reviewed_at === null ? '' : moment(new Date(reviewed_at), language);
  const recordId = kind === 'message' ? session_id : record_id;
  return (
    <Settled
      isGood={status === 'accepted'}
      status={t(`inbox.status.${status}`)}
      by={<span>{name === null ? at : t('inbox.settled.person', { name, at })}</span>}
    >
      {status === 'accepted' && recordId !== null && (
        <p>
          {t('inbox.see_record')}{' '}
          <RecordLink type={kind === 'message' ? 'session' : 'document'} id={recordId} title={title} />
        </p>
      )}
      {status === 'accepted' && text !== null && text !== 'extracted' && <p>{t(`inbox.source.text.${text}`)}</p>}
      {reason !== null && <ReasonQuote>{reason}</ReasonQuote>}
    </Settled>
  );
}
