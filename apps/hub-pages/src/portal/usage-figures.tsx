import type { ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import { digits, muNumber, useTexts } from '@kushk/ui';
import classes from './usage-table.module.css';

type Totals = PortalComponents['schemas']['PublisherUsage']['plugins'][number]['totals'];

/** The figures of a plugin or an installation in a month, in the order of the columns. */
export const FIGURES = [
  { figure: 'mu_consumed', title: 'portal.usage.consumed' },
  { figure: 'mu_purchased', title: 'portal.usage.purchased' },
  { figure: 'mu_gifted', title: 'portal.usage.gifted' },
  { figure: 'mu_reversed', title: 'portal.usage.reversed' },
  { figure: 'mu_revoked', title: 'portal.usage.revoked' },
  { figure: 'proposals_applied', title: 'portal.usage.applied' },
  { figure: 'proposals_rejected', title: 'portal.usage.rejected' },
] as const satisfies readonly { figure: keyof Totals; title: string }[];

/** The cells of a row. A narrow screen has no columns: each figure has its title beside it. */
export function UsageFigures({ usage }: { readonly usage: Totals }): ReactNode {
  const { t, language } = useTexts();
  return FIGURES.map(({ figure, title }) => {
    const value = usage[figure];
    return (
      <td key={figure} role="cell">
        <span className={classes.label} aria-hidden="true">
          {t(title)}
        </span>
        <span>{typeof value === 'number' ? digits(value, language) : muNumber(value, language)}</span>
      </td>
    );
  });
}
