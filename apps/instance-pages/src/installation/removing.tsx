import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import {
  Button,
  DialogActions,
  isSameName,
  muText,
  NameToConfirm,
  ProblemNotice,
  showToast,
  useTexts,
} from '@kushk/ui';
import { walletQuery } from '../store/queries.js';
import classes from './manage-panel.module.css';
import { useRemove } from './queries.js';

interface RemovingProps {
  readonly id: string;
  readonly name: string;
  /** The plugin has never confirmed its installation, so it has stored nothing and its name is not asked for. */
  readonly isUnfinished?: boolean;
  readonly close: () => void;
}

/** Says what becomes of everything, and asks for the name, so that the wrong plugin is not removed. */
export function Removing({ id, name, isUnfinished = false, close }: RemovingProps): ReactNode {
  const { t, language } = useTexts();
  const [typed, setTyped] = useState('');
  const remove = useRemove(id);
  const navigate = useNavigate();
  const { data: wallet } = useQuery(walletQuery(id));
  const { purchased = '0', gifted = '0' } = wallet?.remaining ?? {};
  // Not a callback of the mutation: the page of an installation that is gone may show this no more by then.
  const leave = (): void => {
    showToast(
      isUnfinished
        ? { tone: 'neutral', message: t('store.remedy.cancel.done', { name }) }
        : { tone: 'good', message: t('installation.removed', { name }) },
    );
    void navigate({ to: isUnfinished ? '/store' : '/installations' });
  };
  return (
    <>
      <ul className={classes.losses}>
        <li>{t(isUnfinished ? 'installation.remove.consent' : 'installation.remove.access')}</li>
        {purchased !== '0' && <li>{t('installation.remove.mu.purchased', { mu: muText(purchased, language) })}</li>}
        {gifted !== '0' && <li>{t('installation.remove.mu.gifted', { mu: muText(gifted, language) })}</li>}
        {!isUnfinished && <li>{t('installation.remove.records')}</li>}
        {!isUnfinished && <li>{t('installation.remove.stays')}</li>}
      </ul>
      {!isUnfinished && <NameToConfirm name={name} value={typed} onChange={setTyped} />}
      {remove.error && <ProblemNotice error={remove.error} />}
      <DialogActions>
        <Button look="quiet" onPress={close}>
          {t(isUnfinished ? 'installation.remove.keep' : 'installation.cancel')}
        </Button>
        <Button
          look="danger"
          isDisabled={!isUnfinished && !isSameName(typed, name)}
          isPending={remove.isPending}
          onPress={() => void remove.mutateAsync().then(leave, () => undefined)}
        >
          {t(isUnfinished ? 'store.remedy.cancel.do' : 'installation.remove')}
        </Button>
      </DialogActions>
    </>
  );
}
