/** The block below the entries of `kushk dev` on a terminal. */
import type { TitledInstallation } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { printable, type Terminal } from '../terminal.js';
import type { DevState } from './dev-feed.js';

const SHOWN_PROPOSALS = 6;

export interface ShownState {
  readonly installation: TitledInstallation;
  readonly manifest: Manifest;
  readonly state: DevState;
  /** The index of the selected proposal. */
  readonly selected: number;
}

export function stateLines(terminal: Terminal, { installation, manifest, state, selected }: ShownState): string[] {
  const { wallet, pending } = state;
  const mu = wallet === null ? '' : terminal.translate`${wallet.available} MU available, ${wallet.held} held`;
  const head = `${terminal.paint('bold', `${manifest.id}@${installation.version}`)}  ${installation.status}  ${mu}`;
  const current = Math.min(selected, pending.length - 1);
  const first = Math.max(0, Math.min(current - SHOWN_PROPOSALS + 1, pending.length - SHOWN_PROPOSALS));
  const proposals = pending.slice(first, first + SHOWN_PROPOSALS).map((one, index) => {
    const mark = first + index === current ? terminal.paint('yellow', '›') : ' ';
    return `${mark} ${terminal.paint('dim', one.record_type)} ${printable(one.summary)}`;
  });
  return [
    '',
    head,
    ...(pending.length === 0 ? [] : [terminal.translate`proposals waiting: ${pending.length}`, ...proposals]),
    terminal.paint(
      'dim',
      pending.length === 0
        ? terminal.translate`g give MU · p ping · r restart the plugin · q quit`
        : terminal.translate`a apply · x reject · ↑↓ choose · g give MU · p ping · r restart the plugin · q quit`,
    ),
  ];
}
