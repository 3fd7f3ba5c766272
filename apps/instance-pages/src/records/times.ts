/** Times in Tehran as people read them. */
import { day, type Language } from '@kushk/ui';

const timeZone = 'Asia/Tehran';
const clock = { fa: 'fa-IR', en: 'en-GB' } as const;

/** `۱۲:۴۲` */
export const timeOfDay = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(clock[language], { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  );

/** `۲۹ آبان ۱۴۰۵، ۱۲:۴۲` */
export const momentWithYear = (at: Date, language: Language): string =>
  `${day(at, language)}${language === 'fa' ? '،' : ','}\u00a0${timeOfDay(at, language)}`;
