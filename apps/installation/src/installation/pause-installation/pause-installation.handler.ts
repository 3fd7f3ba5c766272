import { installation } from '@kushk/contracts';
import { adminHandler } from '../change-installation/change-installation.handler.js';
import { pauseInstallation } from './pause-installation.js';

export const PauseInstallationHandler = adminHandler(
  installation.pauseInstallation,
  'PauseInstallation',
  pauseInstallation,
);
