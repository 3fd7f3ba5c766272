import { installation } from '@kushk/contracts';
import { adminHandler } from '../change-installation/change-installation.handler.js';
import { resumeInstallation } from './resume-installation.js';

export const ResumeInstallationHandler = adminHandler(
  installation.resumeInstallation,
  'ResumeInstallation',
  resumeInstallation,
);
