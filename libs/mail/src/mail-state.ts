import type { MailState } from '@kushk/contracts';
import type { Postbox } from './postbox.js';

/** Whether e-mail reaches a person. */
export async function mailStateOf(
  { state }: Pick<Postbox, 'state'>,
  hasAddress: () => Promise<boolean>,
): Promise<MailState> {
  if (state === 'off') return 'off';
  if (!(await hasAddress())) return 'no_address';
  return state === 'mailbox' ? 'mailbox' : 'ready';
}
