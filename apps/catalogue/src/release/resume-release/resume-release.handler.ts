import { catalogue } from '@kushk/contracts';
import { statusHandler } from '../change-status/change-status.handler.js';
import { resumeRelease } from './resume-release.js';

export const ResumeReleaseHandler = statusHandler(catalogue.resumeRelease, 'ResumeRelease', (change, states) =>
  resumeRelease(change, states),
);
