import { walletLedger } from '@kushk/contracts';
import { controlsHandler } from '../change-controls/change-controls.handler.js';
import { setBudget } from './set-budget.js';

export const SetBudgetHandler = controlsHandler(walletLedger.setBudget, {
  name: 'SetBudget',
  terms: ({ monthly, services }) => ({ monthly, services }),
  decide: setBudget,
});
