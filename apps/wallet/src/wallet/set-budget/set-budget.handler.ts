import { walletLedger } from '@kushk/contracts';
import { controlsHandler } from '../change-controls/change-controls.handler.js';
import { setBudget } from './set-budget.js';

export const SetBudgetHandler = controlsHandler(
  walletLedger.setBudget,
  'SetBudget',
  ({ monthly, services }) => ({ monthly, services }),
  setBudget,
);
