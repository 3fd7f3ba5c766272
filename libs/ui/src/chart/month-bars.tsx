import { useId, type ReactNode } from 'react';
import { digits, jalaliMonthsWithin, monthAndYear, monthName } from '../dates/dates.js';
import { useTexts } from '../language.js';
import classes from './month-bars.module.css';

export interface MonthFigure {
  readonly month: string;
  readonly consumed: number;
  readonly gifted: number;
}

const width = 720;
const height = 214;
const floor = 168;
const axis = 44;

/** The next round number above. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** Bars by month. Time runs along the line of reading, so in Persian the newest month stands left and the axis right. The same figures stand in a table for who cannot see it. */
export function MonthBars({ figures, title }: { figures: readonly MonthFigure[]; title: string }): ReactNode {
  const { t, language, direction } = useTexts();
  const id = useId();
  const top = roundUp(Math.max(...figures.map(({ consumed, gifted }) => consumed + gifted)));
  const step = (width - axis) / figures.length;
  const along = (x: number): number => (direction === 'rtl' ? width - x : x);
  const up = (value: number): number => floor - (value / top) * (floor - 12);
  const bar = (x: number, from: number, to: number, name: string): ReactNode => (
    <rect
      className={name}
      x={along(x) - step * 0.28}
      y={up(to)}
      width={step * 0.56}
      height={Math.max(up(from) - up(to), 0)}
      rx={3}
    />
  );
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption id={id} className={classes.caption}>
        <span>{title}</span>
        <span className={classes.key}>
          <i className={classes.consumedKey} />
          {t('usage.consumed')}
          <i className={classes.giftedKey} />
          {t('usage.gifted')}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" direction={direction}>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line className={classes.grid} x1={along(axis)} x2={along(width)} y1={up(part * top)} y2={up(part * top)} />
            <text className={classes.tick} x={along(axis - 8)} y={up(part * top) + 4} textAnchor="end">
              {digits(part * top, language, { notation: 'compact' })}
            </text>
          </g>
        ))}
        {figures.map(({ month, consumed, gifted }, at) => {
          const x = axis + step * (at + 0.5);
          return (
            <g key={month} className={at === figures.length - 1 ? classes.current : ''}>
              {bar(x, 0, consumed, classes.consumed)}
              {bar(x, consumed, consumed + gifted, classes.gifted)}
              <text className={classes.month} x={along(x)} y={floor + 17} textAnchor="middle">
                {monthName(month, language)}
              </text>
            </g>
          );
        })}
        {jalaliMonthsWithin(figures[0]!.month, figures.length, language).map(({ name, from, to }) => (
          <g key={from}>
            {from > 0 && (
              <line
                className={classes.turn}
                x1={along(axis + step * from)}
                x2={along(axis + step * from)}
                y1={floor + 27}
                y2={floor + 41}
              />
            )}
            {to - from > 0.6 && (
              <text
                className={classes.jalali}
                x={along(axis + step * ((from + to) / 2))}
                y={floor + 38}
                textAnchor="middle"
              >
                {name}
              </text>
            )}
          </g>
        ))}
      </svg>
      <table className="hidden-visually">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('usage.month')}</th>
            <th scope="col">{t('usage.consumed')}</th>
            <th scope="col">{t('usage.gifted')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ month, consumed, gifted }) => (
            <tr key={month}>
              <th scope="row">{monthAndYear(new Date(`${month}-15T12:00:00Z`), language, 'gregory')}</th>
              <td>{digits(consumed, language)}</td>
              <td>{digits(gifted, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
