import type { ReactNode } from 'react';
import { Id, useTexts } from '@kushk/ui';
import type { AuditEntry } from '../records/case-history.js';
import { RecordLink } from '../records/record-link.js';
import { usePluginName } from './plugins.js';

/** What an entry is about: a link with its name. Without a name its type, or at worst its id. */
export function AuditSubject({ entry: { subject } }: { entry: AuditEntry }): ReactNode {
  const { t } = useTexts();
  const pluginName = usePluginName();
  const { id, name, type } = subject;
  if (type === 'installation') return <RecordLink type={type} id={id} title={pluginName(name ?? id)} />;
  if (type === 'wallet') return <RecordLink type={type} id={id} title={t('organisation.subject.wallet')} />;
  if (type === 'rule') return <RecordLink type={type} id={id} title={t('organisation.actor.rule')} />;
  if (type === 'session') return <RecordLink type={type} id={id} title={name ?? t('records.type.session')} />;
  if (name !== null) return <RecordLink type={type} id={id} title={name} />;
  return <Id>{id}</Id>;
}
