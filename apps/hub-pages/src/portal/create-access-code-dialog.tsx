import { useState, type ReactNode } from 'react';
import { DateField, NumberField, showToast, UNREADABLE, useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { RequiredField } from '../dialogs/required-field.js';
import { timesOf } from '../tehran-days.js';
import { createAccessCode, type PluginOfPublisher } from './access-queries.js';

interface CreateAccessCodeProps {
  readonly of: PluginOfPublisher;
  /** The code, which the hub returns only now; null when none was made. */
  readonly onClose: (code: string | null) => void;
}
const LABEL_MAX_CHARACTERS = 100;
const USES_MAX = 1_000_000;

/** Asks for whom the code is, how many organisations may use it, and until when. */
export function CreateAccessCodeDialog({ of, onClose }: CreateAccessCodeProps): ReactNode {
  const { t } = useTexts();
  const [label, setLabel] = useState('');
  const [uses, setUses] = useState<number | typeof UNREADABLE | undefined>(1);
  const [lastDay, setLastDay] = useState<string | null>(null);
  const isIncomplete =
    label.trim() === '' ||
    [...label.trim()].length > LABEL_MAX_CHARACTERS ||
    uses === UNREADABLE ||
    lastDay === UNREADABLE;
  const run = () =>
    createAccessCode(of, {
      label: label.trim(),
      uses: typeof uses === 'number' ? uses : null,
      expires_at: lastDay === null ? null : timesOf({ to: lastDay }).to!,
    });
  return (
    <FormDialog
      title={t('portal.codes.create')}
      text={t('portal.codes.create.what')}
      action={t('portal.codes.create.do')}
      isIncomplete={isIncomplete}
      fields={['/label', '/uses', '/expires_at']}
      run={run}
      onClose={(created) => {
        // A try before this one made the code, and its response was lost.
        if (created?.code === null) showToast({ tone: 'bad', message: t('portal.codes.secret_lost') });
        onClose(created?.code ?? null);
      }}
    >
      {(isTried, problemsAt) => (
        <>
          <RequiredField
            label={t('portal.codes.label')}
            description={t('portal.codes.label.hint')}
            value={label}
            onChange={setLabel}
            maxLength={LABEL_MAX_CHARACTERS}
            isTried={isTried}
            problems={problemsAt('/label')}
          />
          <NumberField
            label={t('portal.codes.uses')}
            description={t('portal.codes.uses.hint')}
            value={uses}
            onChange={setUses}
            isWhole
            minimum={1}
            maximum={USES_MAX}
            problems={problemsAt('/uses')}
          />
          <DateField
            label={t('portal.codes.last_day')}
            description={t('portal.codes.last_day.hint')}
            value={lastDay}
            onChange={setLastDay}
            problems={problemsAt('/expires_at')}
          />
        </>
      )}
    </FormDialog>
  );
}
