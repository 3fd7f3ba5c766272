import type { Language } from '../texts/texts.js';

/** A no-break space: a number and its unit stay on one line. */
const JOIN = '\u00A0';
const formats = {
  fa: new Intl.NumberFormat('fa-IR', { maximumFractionDigits: 6 }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 }),
} as const;

/** A decimal text of the API in the digits of the language, exactly: `0.25` is `۰٫۲۵` in Persian. */
export const muNumber = (mu: string, language: Language): string =>
  formats[language].format(mu as Intl.StringNumericLiteral);

/** An amount of MU with its unit. */
export const muText = (mu: string, language: Language): string => `${muNumber(mu, language)}${JOIN}MU`;
