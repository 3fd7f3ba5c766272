/** The handlers of everything about notifications, and their e-mails. */
import { workspaceMails } from '@kushk/contracts';
import { mailHandlers } from '@kushk/mail';
import { UnsubscribeHandler } from '../mail/unsubscribe/unsubscribe.handler.js';
import { GetPreferencesHandler } from './get-preferences/get-preferences.handler.js';
import { ListNotificationsHandler } from './list-notifications/list-notifications.handler.js';
import { MarkReadHandler } from './mark-read/mark-read.handler.js';
import { OnBalanceLowHandler } from './on-balance-low/on-balance-low.handler.js';
import { OnBudgetReachedHandler } from './on-budget-reached/on-budget-reached.handler.js';
import { OnHealthReportedHandler } from './on-health-reported/on-health-reported.handler.js';
import { OnInstallationSuspendedHandler } from './on-installation-suspended/on-installation-suspended.handler.js';
import { OnUpdateDroppedHandler } from './on-update-dropped/on-update-dropped.handler.js';
import { OnUpdateWaitingHandler } from './on-update-waiting/on-update-waiting.handler.js';
import { OnVersionAbandonedHandler } from './on-version-abandoned/on-version-abandoned.handler.js';
import { OnWalletFrozenHandler } from './on-wallet-frozen/on-wallet-frozen.handler.js';
import { SetPreferencesHandler } from './set-preferences/set-preferences.handler.js';

export const notificationHandlers = [
  ...mailHandlers(workspaceMails),
  UnsubscribeHandler,
  GetPreferencesHandler,
  ListNotificationsHandler,
  MarkReadHandler,
  OnBalanceLowHandler,
  OnBudgetReachedHandler,
  OnHealthReportedHandler,
  OnInstallationSuspendedHandler,
  OnUpdateDroppedHandler,
  OnUpdateWaitingHandler,
  OnVersionAbandonedHandler,
  OnWalletFrozenHandler,
  SetPreferencesHandler,
];
