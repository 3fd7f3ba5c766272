/** The block below the entries of `kushk dev` on a terminal. */
import type { TitledInstallation } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { printable, type Terminal } from '../terminal.js';
import type { DevState } from './dev-feed.js';
import type { WaitingItem } from './waiting-item.js';

const SHOWN_ITEMS = 6;

export interface ShownState {
  readonly installation: TitledInstallation;
  readonly manifest: Manifest;
  readonly state: DevState;
  /** The index of the selected item among those that wait. */
  readonly selected: number;
}

export function stateLines(terminal: Terminal, { installation, manifest, state, selected }: ShownState): string[] {
  const { wallet, waiting } = state;
  const mu = wallet === null ? '' : terminal.translate`${wallet.available} MU available, ${wallet.held} held`;
  const head = `${terminal.paint('bold', `${manifest.id}@${installation.version}`)}  ${installation.status}  ${mu}`;
  const current = Math.min(selected, waiting.length - 1);
  const first = Math.max(0, Math.min(current - SHOWN_ITEMS + 1, waiting.length - SHOWN_ITEMS));
  const items = waiting.slice(first, first + SHOWN_ITEMS).map(({ kind, of, title }, index) => {
    const mark = first + index === current ? terminal.paint('yellow', '›') : ' ';
    const what = kind === 'proposal' ? terminal.translate`proposal: ${of}` : terminal.translate`source: ${of}`;
    return `${mark} ${terminal.paint('dim', what)} ${printable(title)}`;
  });
  return [
    '',
    head,
    ...(waiting.length === 0 ? [] : [terminal.translate`waiting for a person: ${waiting.length}`, ...items]),
    terminal.paint('dim', keysFor(terminal, waiting[current])),
  ];
}

function keysFor(terminal: Terminal, chosen: WaitingItem | undefined): string {
  const always = terminal.translate`g give MU · p ping · r restart · q quit`;
  switch (chosen?.kind) {
    case 'proposal':
      return `${terminal.translate`a apply · x reject · ↑↓ choose`} · ${always}`;
    case 'source':
      return `${terminal.translate`a accept · x dismiss · ↑↓ choose`} · ${always}`;
    case undefined:
      return always;
  }
}
