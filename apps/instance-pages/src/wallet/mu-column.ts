import type { Language } from '@kushk/ui';

/** A column of amounts, all with as many decimals as the longest of them. */
export function muColumn(amounts: readonly string[], language: Language): (mu: string) => string {
  const decimals = Math.max(0, ...amounts.map((mu) => mu.split('.')[1]?.length ?? 0));
  const format = new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return (mu) => format.format(mu as Intl.StringNumericLiteral);
}
