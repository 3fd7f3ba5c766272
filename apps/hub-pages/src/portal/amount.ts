import type { Language } from '@kushk/ui';

const formats = {
  fa: new Intl.NumberFormat('fa-IR', { maximumFractionDigits: 6 }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 }),
} as const;

/** An amount of MU in the digits of the language, exactly as the service has it: never through a float. */
export function amount(text: string, language: Language): string {
  return formats[language].format(text as Intl.StringNumericLiteral);
}
