/** The change that adds the status `under_investigation` to wallets, as CONTRIBUTING.md describes it. */
import { after, type TracedChange } from './traced-changes.js';

export const walletStatusChange: TracedChange = {
  title: 'A new status of wallets, into which an admin puts one, and that its page shows',
  affects: /\/wallet(-facts)?\.js'|\b(WalletControls|WalletResource|OrganisationAction|Wallet\['status'\])|: Wallet = /,
  start: [
    {
      file: 'libs/contracts/src/wallet.ts',
      change: { "'open' | 'frozen' | 'closed'": "'open' | 'frozen' | 'under_investigation' | 'closed'" },
    },
    {
      file: 'apps/gateway/src/organisation/wallet-routes.ts',
      change: {
        "  people.compositeRoute('POST', `${WALLET}/unfreeze`, {": `  people.compositeRoute('POST', \`\${WALLET}/investigate\`, {
    operationId: 'investigateWallet',
    summary: 'Stop holds, charges and settlements while the wallet is investigated',
    requires: organisationAdmin,
    body: bodyOf(FreezeBody),
    calls: withInstallation(walletLedger.investigate),
    handle: async (call, send) => {
      await installationOf(call, send);
      return responseOf(200, await send(walletLedger.investigate, { ...byAdmin(call), reason: call.body.reason }));
    },
  }),
  people.compositeRoute('POST', \`\${WALLET}/unfreeze\`, {`,
      },
    },
    {
      file: 'apps/wallet/src/wallet.module.ts',
      change: {
        ...after(
          "import { GiftMuHandler } from './wallet/gift-mu/gift-mu.handler.js';",
          "import { InvestigateWalletHandler } from './wallet/investigate-wallet/investigate-wallet.handler.js';",
        ),
        ...after('    GiftMuHandler,', '    InvestigateWalletHandler,'),
      },
    },
  ],
  followUps: [
    {
      file: 'libs/contracts/src/wallet-ledger.ts',
      change: after(
        "  freeze: command<AdminCommand & { reason: string }, WalletControls>('wallet', 'wallet.freeze', byAdmin),",
        "  investigate: command<AdminCommand & { reason: string }, WalletControls>('wallet', 'wallet.investigate', byAdmin),",
      ),
    },
    {
      file: 'libs/contracts/src/audit.ts',
      change: { "| 'frozen' | 'unfrozen' |": "| 'frozen' | 'investigated' | 'unfrozen' |" },
    },
    {
      file: 'apps/wallet/src/wallet/wallet-facts.ts',
      change: after("  | Fact<'WalletFrozen', Freeze>", "  | Fact<'InvestigationStarted', Freeze>"),
    },
    {
      file: 'apps/wallet/src/wallet/wallet.ts',
      change: {
        ...after(
          'export type ActiveWallet =',
          "  | (ActiveData & { readonly status: 'under_investigation'; readonly investigation: Freeze })\n  |",
        ),
        ...after('      return null;', "    case 'under_investigation':\n      return wallet.investigation;"),
      },
    },
    {
      file: 'apps/wallet/src/wallet/wallet-stream.ts',
      change: after('    WalletFrozen: true,', '    InvestigationStarted: true,'),
    },
    {
      file: 'apps/wallet/src/wallet/wallet-fold.ts',
      change: {
        "    case 'frozen':\n      return evolveActive":
          "    case 'frozen':\n    case 'under_investigation':\n      return evolveActive",
        ...after(
          '      return frozenWallet(wallet, fact.data);',
          "    case 'InvestigationStarted':\n      return investigatedWallet(wallet, fact.data);",
        ),
        'export function unfrozenWallet': `export function investigatedWallet(wallet: ActiveWallet, investigation: Freeze): ActiveWallet {
  return { ...activeDataOf(wallet), status: 'under_investigation', investigation };
}

export function unfrozenWallet`,
        'frozen: _frozen, ...data } = wallet;\n      return data;\n    }': `frozen: _frozen, ...data } = wallet;
      return data;
    }
    case 'under_investigation': {
      const { status: _status, investigation: _investigation, ...data } = wallet;
      return data;
    }`,
      },
    },
    {
      file: 'apps/wallet/src/wallet/status-rules.ts',
      change: {
        '  closed: {': `  under_investigation: {
    open: 'ignore',
    changePrices: 'allow',
    close: 'allow',
    grant: 'allow',
    administer: 'allow',
    freeze: 'allow',
    unfreeze: 'allow',
    carryIn: 'allow',
    charge: refuse('wallet.under_investigation'),
    returnHeldMu: 'allow',
  },
  closed: {`,
      },
    },
    {
      file: 'apps/wallet/src/wallet/investigate-wallet/investigate-wallet.handler.ts',
      change: `import { commandHandler } from '@kushk/broker';
import { walletLedger } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { investigateWallet } from './investigate-wallet.js';

export const InvestigateWalletHandler = commandHandler(walletLedger.investigate, {
  name: 'InvestigateWallet',
  command: ({ reason, by }) => ({ reason, by, at: now().toISOString() }),
  stream: ({ installation_id }) => streamRef(walletStream, installation_id),
  decide: (command, wallet) => mapReply(investigateWallet(command, wallet), controlsToWire),
  idempotency: 'permanent',
});
`,
    },
    {
      file: 'apps/wallet/src/wallet/investigate-wallet/investigate-wallet.ts',
      change: `import { accept, type Decision } from '@kushk/decider';
import { allows, refusalOf } from '../status-rules.js';
import type { Freeze, WalletFact } from '../wallet-facts.js';
import { investigatedWallet } from '../wallet-fold.js';
import type { ExistingWallet, Wallet } from '../wallet.js';

export function investigateWallet(command: Freeze, wallet: Wallet): Decision<WalletFact[], ExistingWallet> {
  if (!allows(wallet, 'administer')) return refusalOf(wallet, 'administer');
  if (wallet.status === 'under_investigation') return accept([], wallet);
  return accept([{ type: 'InvestigationStarted', data: command }], investigatedWallet(wallet, command));
}
`,
    },
    {
      file: 'apps/wallet/src/audit/wallet-audit.ts',
      change: after(
        "      WalletUnfrozen: audited('wallet.unfrozen'),",
        "      InvestigationStarted: audited('wallet.investigated', ({ data: { reason } }) => ({ details: { reason } })),",
      ),
    },
    {
      file: 'apps/wallet/src/wallet/wallet.spec.ts',
      change: after('      WalletFrozen: act,', '      InvestigationStarted: act,'),
    },
    {
      file: 'apps/instance-pages/src/wallet/balance.tsx',
      change: after(
        `  closed: 'wallet.tile.available.closed',`,
        `  under_investigation: 'wallet.tile.available.frozen',`,
      ),
    },
    {
      file: 'apps/instance-pages/src/wallet/wallet-notices.tsx',
      change: {
        ...after('  frozen: FrozenNotice,', '  under_investigation: InvestigationNotice,'),
        'function SpendingNotice(': `function InvestigationNotice({ wallet, onOpen }: WalletNoticesProps): ReactNode {
  const { t } = useTexts();
  return (
    <Notice
      tone="bad"
      title={t('wallet.under_investigation')}
      actions={<Button onPress={() => onOpen({ kind: 'unfreeze' })}>{t('wallet.unfreeze')}</Button>}
    >
      {wallet.frozen?.reason}
    </Notice>
  );
}

function SpendingNotice(`,
      },
    },
    {
      file: 'apps/instance-pages/src/wallet/wallet-page.tsx',
      change: { 'frozen: false, closed': 'frozen: false, under_investigation: true, closed' },
    },
    {
      file: 'apps/instance-pages/src/organisation/audit-texts.ts',
      change: after(
        "  'wallet.unfrozen': 'organisation.action.wallet.unfrozen',",
        "  'wallet.investigated': 'organisation.action.wallet.investigated',",
      ),
    },
    {
      file: 'apps/instance-pages/src/texts.generated.ts',
      writtenFrom: ['apps/instance-pages/src/wallet/texts.en.json', 'apps/instance-pages/src/wallet/texts.fa.json'],
      change: after(
        "    'wallet.frozen': null;",
        "    'wallet.under_investigation': null;\n    'organisation.action.wallet.investigated': null;",
      ),
    },
    {
      file: 'libs/api-client/src/instance.generated.ts',
      writtenFrom: ['libs/contracts/src/wallet.ts'],
      change: {
        'status: "open" | "closed" | "frozen";\n            /** @description The threshold of a low balance that the admin has set; null for a tenth of everything that was ever added. */\n            threshold: string | null;\n            totals':
          'status: "open" | "closed" | "frozen" | "under_investigation";\n threshold: string | null;\n            totals',
      },
    },
    {
      file: 'tools/measure/proof/wallet-comparison.ts',
      change: after('  frozen: true,', '  under_investigation: true,'),
    },
  ],
  others: [
    'apps/wallet/src/wallet/investigate-wallet/investigate-wallet.spec.ts',
    'apps/wallet/src/recorded-logs.int-spec.ts',
    'libs/edge/src/service-codes.ts',
    'docs/guide/errors.yaml',
    'docs/reference/money.md',
    'apps/e2e/src/pages/wallet.e2e-spec.ts',
  ],
};
