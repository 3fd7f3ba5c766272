import { useState, type ReactNode } from 'react';
import { Button, DialogActions, DialogForm, ModalDialog, TextField, useTexts } from '@kushk/ui';
import type { Verdict } from './settle-many.js';

const REASON_MAX = 2_000;

interface Props {
  readonly verdict: Verdict;
  /** How many are decided, and how many of the selected ones are left out because they are stale. */
  readonly count: number;
  readonly stale: number;
  readonly onDecide: (reason: string | null) => void;
  readonly onClose: () => void;
}

/** The confirmation of a decision about several proposals, which cannot be taken back together. Enter confirms. */
export function DecideManyDialog({ verdict, count, stale, onDecide, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const given = reason.trim();
  const isReject = verdict === 'reject';
  return (
    <ModalDialog title={t(`inbox.many.confirm.${verdict}`, { count })} isOpen onClose={onClose}>
      <DialogForm
        onSubmit={() => {
          if ([...given].length <= REASON_MAX) onDecide(given === '' ? null : given);
        }}
      >
        <p>{t('inbox.many.final')}</p>
        {!isReject && stale > 0 && <p>{t('inbox.many.stale', { count: stale })}</p>}
        {isReject && (
          <TextField
            label={t('inbox.many.reason')}
            value={reason}
            onChange={setReason}
            isFirst
            isStored
            maxLength={REASON_MAX}
          />
        )}
        <DialogActions>
          <Button look="quiet" onPress={onClose}>
            {t('records.cancel')}
          </Button>
          <Button type="submit" look={isReject ? 'danger' : 'primary'} autoFocus={!isReject}>
            {t(`inbox.${verdict}_many`, { count })}
          </Button>
        </DialogActions>
      </DialogForm>
    </ModalDialog>
  );
}
