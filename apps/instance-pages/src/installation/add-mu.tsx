import { Plus } from '@kushk/ui/icons';
import { useRef, useState, type ReactNode } from 'react';
import { Button, Dialog, DialogActions, ProblemNotice, RadioCards, showToast, TextField, useTexts } from '@kushk/ui';
import { usePurchaseKinds } from '../store/install/use-purchase-kinds.js';
import { amountOf, muText } from '../store/mu.js';
import { useAddMu, type AddedMu } from './queries.js';

const TEXT_MAX = 200;

/** Adds MU as a gift, or as a purchase for those who may. */
export function AddMu({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const kinds = usePurchaseKinds();
  if (kinds.length === 0) return null;
  return (
    <Dialog
      title={t('installation.add')}
      opener={
        <Button look="primary">
          <Plus aria-hidden="true" />
          {t('installation.add')}
        </Button>
      }
    >
      {(close) => <Adding id={id} kinds={kinds} close={close} />}
    </Dialog>
  );
}

interface AddingProps {
  readonly id: string;
  readonly kinds: readonly AddedMu['kind'][];
  readonly close: () => void;
}

function Adding({ id, kinds, close }: AddingProps): ReactNode {
  const { t, language } = useTexts();
  const [kind, setKind] = useState<AddedMu['kind']>(kinds[0] ?? 'gift');
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const key = useRef(crypto.randomUUID());
  const add = useAddMu(id);
  const mu = amountOf(typed);
  const isWrong = typed.trim() !== '' && mu === null;
  const send = (): void => {
    if (mu === null) return;
    add.mutate(
      { kind, mu, text, key: key.current },
      {
        onSuccess: () => {
          close();
          showToast({ tone: 'good', message: t('installation.added', { mu: muText(mu, language) }) });
        },
        // What is sent next is another decision.
        onError: () => (key.current = crypto.randomUUID()),
      },
    );
  };
  return (
    <>
      {kinds.length > 1 && (
        <RadioCards
          label={t('installation.add.kind')}
          value={kind}
          onChange={(value) => setKind(value as AddedMu['kind'])}
          options={kinds.map((value) => ({
            value,
            title: t(`installation.add.${value}`),
            text: t(`installation.add.${value}.means`),
          }))}
        />
      )}
      <TextField
        label={t('installation.add.amount')}
        value={typed}
        onChange={setTyped}
        isRequired
        problems={isWrong ? [t('installation.add.wrong')] : []}
      />
      <TextField
        label={t(kind === 'purchase' ? 'installation.add.reference' : 'installation.add.note')}
        value={text}
        onChange={setText}
        maxLength={TEXT_MAX}
      />
      {add.error && <ProblemNotice error={add.error} />}
      <DialogActions>
        <Button look="quiet" onPress={close}>
          {t('installation.cancel')}
        </Button>
        <Button look="primary" isDisabled={mu === null} isPending={add.isPending} onPress={send}>
          {t('installation.add')}
        </Button>
      </DialogActions>
    </>
  );
}
