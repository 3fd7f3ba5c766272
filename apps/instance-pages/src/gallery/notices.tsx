import type { ReactNode } from 'react';
import {
  Button,
  buttonLink,
  ClockNotice,
  EmptyState,
  Notice,
  Panel,
  ProblemNotice,
  SessionProvider,
  useTexts,
  type Session,
} from '@kushk/ui';
import { Store } from '@kushk/ui/icons';
import { busyProblem } from './busy-problem.js';
import classes from './gallery.module.css';

const monthAhead: Session = {
  person: { id: 'sara', name: 'Sara' },
  roles: [],
  publishers: [],
  organisations: [],
  clock_ahead_seconds: 2_592_000,
};

/** Notices, empty states and failures. */
export function Notices(): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {(['info', 'good', 'neutral', 'warn', 'bad'] as const).map((tone) => (
        <Notice key={tone} tone={tone} title={t('store.unavailable.title')} actions={<Button>{t('again')}</Button>}>
          <p>{t('store.unavailable.why')}</p>
        </Notice>
      ))}
      <SessionProvider session={monthAhead}>
        <ClockNotice />
      </SessionProvider>
      <ProblemNotice error={busyProblem()} onRetry={() => Promise.resolve()} />
      <ProblemNotice error={new TypeError()} title={t('records.not_saved')} />
      <Panel title="Buttons">
        <div className={classes.row}>
          {(['plain', 'primary', 'quiet', 'danger'] as const).map((look) => (
            <Button key={look} look={look}>
              {look}
            </Button>
          ))}
          <Button isDisabled>disabled</Button>
          <Button isPending>pending</Button>
          <a className={buttonLink()} href="#link">
            link
          </a>
        </div>
      </Panel>
      <Panel title="In place of content" flush>
        <EmptyState icon={<Store />} title={t('store.empty')} action={<Button>{t('store.all')}</Button>}>
          {t('store.empty.why')}
        </EmptyState>
        <ProblemNotice fills error={busyProblem()} onRetry={() => Promise.resolve()} />
      </Panel>
    </>
  );
}
