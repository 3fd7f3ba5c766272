import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  Button,
  DialogActions,
  DialogForm,
  ModalDialog,
  ProblemNotice,
  TextField,
  TitleText,
  useDraft,
  useTexts,
} from '@kushk/ui';
import { REASON_MAX } from './queries.js';
import type { Decisions, Explained } from './use-decisions.js';

interface Props {
  readonly proposal: Explained;
  readonly explain: Decisions['explain'];
  readonly onClose: () => void;
}

/** Writes why a proposal was rejected. */
export function ReasonDialog({ proposal, explain, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const [reason, setReason] = useDraft(`reason.${proposal.id}`);
  const given = reason.trim();
  const onSuccess = (): void => {
    setReason('');
    onClose();
  };
  const sending = useMutation({ mutationFn: () => explain(proposal, given), onSuccess });
  return (
    <ModalDialog title={t('inbox.reason.write')} isOpen onClose={onClose}>
      <DialogForm
        onSubmit={() => {
          if (given !== '' && [...given].length <= REASON_MAX) sending.mutate();
        }}
      >
        <p>
          {t('inbox.decided.reject')} <TitleText>{proposal.summary}</TitleText>
        </p>
        <p>{t('inbox.reason.who_reads')}</p>
        <TextField
          label={t('inbox.reason.label')}
          value={reason}
          onChange={setReason}
          isFirst
          isStored
          maxLength={REASON_MAX}
        />
        {sending.error !== null && <ProblemNotice error={sending.error} title={t('inbox.reason.not_sent')} />}
        <DialogActions>
          <Button look="quiet" onPress={onClose}>
            {t('records.cancel')}
          </Button>
          <Button type="submit" look="primary" isDisabled={given === ''} isPending={sending.isPending}>
            {t('inbox.reason.send')}
          </Button>
        </DialogActions>
      </DialogForm>
    </ModalDialog>
  );
}
