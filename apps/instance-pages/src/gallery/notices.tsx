import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { Button, buttonLink, EmptyState, Notice, Panel, ProblemNotice, useTexts } from '@kushk/ui';
import { Store } from '@kushk/ui/icons';
import classes from './gallery.module.css';

const refusal = new ProblemError({
  title: 'این نسخه پیش‌تر ثبت شده است',
  detail: 'نسخهٔ 2.1.0 از ir.example.tax-reports وجود دارد',
  status: 409,
  code: 'release.exists',
  request_id: 'req_01KB0Q8Z5N6V3W2X1Y0GALLERY',
});

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
      <ProblemNotice error={refusal} onRetry={() => Promise.resolve()} />
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
        <ProblemNotice fills error={refusal} onRetry={() => Promise.resolve()} />
      </Panel>
    </>
  );
}
