import { RotateCw } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Button, Dialog, lazyPart, useTexts } from '@kushk/ui';

const Form = lazyPart(async () => (await import('./redeliver-range-form.js')).RedeliverRangeForm);

/** Sends again all events of a period that were not accepted. */
export function RedeliverRange({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={t('installation.range')}
      opener={
        <Button>
          <RotateCw aria-hidden="true" />
          {t('installation.range.open')}
        </Button>
      }
    >
      {(close) => <Form id={id} close={close} />}
    </Dialog>
  );
}
