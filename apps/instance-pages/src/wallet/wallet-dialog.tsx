import type { ReactNode } from 'react';
import { ModalDialog, useTexts } from '@kushk/ui';
import { AddMuForm } from './add-mu-form.js';
import { BudgetForm } from './budget-form.js';
import { FreezeForm, UnfreezeForm } from './freeze-form.js';
import type { Wallet } from './queries.js';
import { ReverseForm } from './reverse-form.js';
import { RevokeMuForm } from './revoke-mu-form.js';
import { ThresholdForm } from './threshold-form.js';
import type { OpenedDialog } from './wallet-dialog-state.js';

interface WalletDialogProps {
  readonly id: string;
  readonly wallet: Wallet;
  readonly opened: OpenedDialog | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export interface WalletFormProps {
  readonly id: string;
  readonly wallet: Wallet;
  readonly onClose: () => void;
}

const titles = {
  add: 'wallet.add.title',
  revoke: 'wallet.revoke.title',
  freeze: 'wallet.freeze.title',
  unfreeze: 'wallet.unfreeze.title',
  budget: 'wallet.budget.title',
  threshold: 'wallet.threshold.title',
  reverse: 'wallet.reverse.title',
} as const;

/** The dialogs of the wallet. They are loaded when the first one opens. */
export function WalletDialog({ opened, isOpen, ...form }: WalletDialogProps): ReactNode {
  const { t } = useTexts();
  if (opened === null) return null;
  const isAlert = opened.kind === 'freeze' || opened.kind === 'revoke' || opened.kind === 'reverse';
  return (
    <ModalDialog title={t(titles[opened.kind])} isOpen={isOpen} onClose={form.onClose} {...(isAlert && { isAlert })}>
      <WalletForm opened={opened} {...form} />
    </ModalDialog>
  );
}

function WalletForm({ opened, ...form }: WalletFormProps & { readonly opened: OpenedDialog }): ReactNode {
  switch (opened.kind) {
    case 'add':
      return <AddMuForm {...form} />;
    case 'revoke':
      return <RevokeMuForm {...form} />;
    case 'freeze':
      return <FreezeForm {...form} />;
    case 'unfreeze':
      return <UnfreezeForm {...form} />;
    case 'budget':
      return <BudgetForm {...form} />;
    case 'threshold':
      return <ThresholdForm {...form} />;
    case 'reverse':
      return <ReverseForm {...form} entry={opened.entry} />;
  }
}
