import { ProblemError } from '@kushk/api-client';
import { documentLanguage } from '@kushk/ui';

const texts = {
  en: { title: 'The service is busy', detail: 'Too many requests wait for it' },
  fa: { title: 'سرویس سرش شلوغ است', detail: 'درخواست‌های زیادی در صف هستند' },
} as const;

/** What a service answers in the language of the page while it is overloaded. */
export const busyProblem = (): ProblemError =>
  new ProblemError({
    ...texts[documentLanguage()],
    status: 503,
    code: 'service.busy',
    request_id: 'req_01KB0Q8Z5N6V3W2X1Y0GALLERY',
  });
