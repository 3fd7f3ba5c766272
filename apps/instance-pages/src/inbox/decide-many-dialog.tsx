import { useState, type ReactNode } from 'react';
import { Button, DialogActions, DialogForm, ModalDialog, TextField, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import type { ListedProposal } from './items.js';
import { assignedToOthers, planOf } from './plan-many.js';
import { REASON_MAX } from './queries.js';
import type { Verdict } from './settle-many.js';

interface Props {
  readonly verdict: Verdict;
  readonly chosen: readonly ListedProposal[];
  readonly onDecide: (reason: string | null) => void;
  readonly onClose: () => void;
}

/** The confirmation of a decision about several proposals, which says what is left out and why. Enter confirms. */
export function DecideManyDialog({ verdict, chosen, onDecide, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const given = reason.trim();
  const isReject = verdict === 'reject';
  const { targets, stale, overlapping } = planOf(chosen, verdict);
  const count = targets.length;
  const assigned = assignedToOthers(targets, useMe().personId);
  return (
    <ModalDialog title={t(`inbox.many.confirm.${verdict}`, { count })} isOpen onClose={onClose}>
      <DialogForm
        onSubmit={() => {
          if ([...given].length <= REASON_MAX) onDecide(given === '' ? null : given);
        }}
      >
        {overlapping.length > 0 && <p>{t('inbox.many.overlapping', { count: overlapping.length })}</p>}
        {stale.length > 0 && <p>{t('inbox.many.stale', { count: stale.length })}</p>}
        {assigned > 0 && <p>{t('inbox.many.assigned', { count: assigned })}</p>}
        <p>{t(`inbox.many.final.${verdict}`)}</p>
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
