import { UserX } from '../icons/icons.generated.js';
import type { ReactNode } from 'react';
import { Code } from '../data/panel.js';
import { CopyButton, EmptyState } from '../feedback/feedback.js';
import { useTexts } from '../language.js';
import { useSession } from '../session/session-context.js';
import { usePageTitle } from './page-title.js';

/** Shown to a person who is signed in, but for whom there is no page here. */
export function NoRolePage(): ReactNode {
  const { t } = useTexts();
  const { person } = useSession();
  usePageTitle(t('no_role.title'));
  return (
    <EmptyState level={1} icon={<UserX />} title={t('no_role.title')}>
      {t('no_role.why')} <Code breaks>{person.id}</Code> <CopyButton text={person.id} label={t('no_role.copy')} />
    </EmptyState>
  );
}
