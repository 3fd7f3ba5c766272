import { installation } from '@kushk/contracts';
import { adminHandler } from '../change-installation/change-installation.handler.js';
import { declineVersion } from './decline-version.js';

export const DeclineVersionHandler = adminHandler(
  installation.declineVersion,
  'DeclineVersion',
  (command, installation, { version }) => declineVersion({ ...command, version }, installation),
);
