/** `kushk store wallets` and `wallet`: money over time, for the admins of an organisation. */
import type { Command } from 'commander';
import type { WalletOptions, WalletsOptions } from './commands/store-wallet.js';
import { DEFAULT_LIMIT } from './list-limit.js';
import type { AddAction } from './program-actions.js';

export function addWalletCommands(store: Command, addAction: AddAction): void {
  const commands = () => import('./commands/store-wallet.js');
  addAction<WalletsOptions>(
    store
      .command('wallets')
      .description('list what each plugin has, uses and may use, and until when it is enough')
      .option('--sort <order>', 'plugin_id, available, consumed or enough_until', 'plugin_id')
      .option('--csv', 'print CSV: a record for each wallet'),
    async (terminal, _args, options) => (await commands()).listWallets(terminal, options),
  );
  addAction<WalletOptions>(
    store
      .command('wallet')
      .argument('<installation>')
      .description('show the last twelve months of a wallet, and what happened to it, newest first')
      .option('--month <YYYY-MM>', 'only what happened in this month of Tehran time')
      .option('--limit <count>', 'at most this many', DEFAULT_LIMIT),
    async (terminal, [id = ''], options) => (await commands()).showWallet(terminal, id, options),
  );
}
