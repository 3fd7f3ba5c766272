import { useId, type ReactNode } from 'react';
import { muText, useTexts } from '@kushk/ui';
import { shareOf } from './amounts.js';
import classes from './wallet.module.css';

interface MeterProps {
  readonly title: ReactNode;
  readonly consumed: string;
  readonly held: string;
  readonly limit: string;
}

const NEARLY_FULL = 0.8;
const WIDTH = 1_000;

/** How much of a limit is consumed, and how much more is held. */
export function Meter({ title, consumed, held, limit }: MeterProps): ReactNode {
  const { t, language, direction } = useTexts();
  const id = useId();
  const first = shareOf(consumed, limit);
  const second = Math.min(shareOf(held, limit), 1 - first);
  const full = first + second;
  const tone = full >= 1 ? classes.full : full >= NEARLY_FULL ? classes.nearly : '';
  const figures = { mu: muText(consumed, language), budget: muText(limit, language) };
  // The bar alone says neither what it measures nor how much.
  const text =
    held === '0'
      ? t('wallet.month.of', figures)
      : t('wallet.month.of_held', { ...figures, held: muText(held, language) });
  const along = (start: number, width: number): number => (direction === 'rtl' ? 1 - start - width : start) * WIDTH;
  return (
    <div className={classes.meter}>
      <p id={id}>
        <span>{title}</span>
        <span>{text}</span>
      </p>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(full * 100)}
        aria-valuetext={text}
      >
        <svg className={tone} viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
          <rect className={classes.track} width={WIDTH} height={8} />
          <rect className={classes.consumed} x={along(0, first)} width={first * WIDTH} height={8} />
          {held !== '0' && <rect className={classes.held} x={along(first, second)} width={second * WIDTH} height={8} />}
        </svg>
      </div>
    </div>
  );
}
