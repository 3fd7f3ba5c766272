import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { digits, jalaliMonthsWithin, monthAndYear, monthName } from '../dates/dates.js';
import { useTexts } from '../language.js';
import classes from './month-bars.module.css';

export interface MonthFigure {
  /** A Gregorian month, `YYYY-MM`. */
  readonly month: string;
  readonly consumed: number;
  readonly added: number;
}

interface MonthBarsProps {
  /** The oldest month first. */
  readonly figures: readonly MonthFigure[];
  readonly title: string;
  /** What is shown beside the consumption. */
  readonly addedTitle: string;
  readonly chosen: string;
}

const HEIGHT = 200;
const FLOOR = 154;
const AXIS = 48;
/** The width until it is measured, and the width below which only the last six months are drawn. */
const WIDTH = 720;
const NARROW = 480;
const NARROW_MONTHS = 6;

/** The end of the axis: the next number above with one or two digits that are not zero. */
function axisEnd(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

/**
 * Bars by month, drawn in the pixels of the page so that labels keep their size. Time follows the direction of reading:
 * in Persian the newest month is at the left and the axis at the right. The figures are also in a table for readers who
 * do not see the drawing.
 */
export function MonthBars({ figures, title, addedTitle, chosen }: MonthBarsProps): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const [box, width] = useWidth();
  const shown = width < NARROW ? figures.slice(-NARROW_MONTHS) : figures;
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption id={id} className={classes.caption}>
        <span>{title}</span>
        <span className={classes.key}>
          <i className={classes.consumedKey} />
          {t('usage.consumed')}
          <i className={classes.addedKey} />
          {addedTitle}
        </span>
      </figcaption>
      <div ref={box}>
        <Drawing figures={shown} width={width} chosen={chosen} />
      </div>
      <FigureTable {...{ figures, title, addedTitle }} />
    </figure>
  );
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(WIDTH);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(Math.round(entry!.contentRect.width), 200)));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}

interface DrawingProps {
  readonly figures: readonly MonthFigure[];
  readonly width: number;
  readonly chosen: string;
}

function Drawing({ figures, width, chosen }: DrawingProps): ReactNode {
  const { language, direction } = useTexts();
  const top = axisEnd(Math.max(...figures.map(({ consumed, added }) => Math.max(consumed, added))));
  const step = (width - AXIS) / Math.max(figures.length, 1);
  const along = (x: number): number => (direction === 'rtl' ? width - x : x);
  const up = (value: number): number => FLOOR - (value / top) * (FLOOR - 12);
  const bar = (x: number, value: number, name: string | undefined): ReactNode => (
    <rect
      className={name}
      x={along(x) - step * 0.16}
      y={up(value)}
      width={step * 0.32}
      height={FLOOR - up(value)}
      rx={2}
    />
  );
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" direction={direction}>
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line className={classes.grid} x1={along(AXIS)} x2={along(width)} y1={up(part * top)} y2={up(part * top)} />
          <text className={classes.tick} x={along(AXIS - 8)} y={up(part * top) + 4} textAnchor="end">
            {digits(part * top, language, { notation: 'compact' })}
          </text>
        </g>
      ))}
      {figures.map(({ month, consumed, added }, at) => {
        const x = AXIS + step * (at + 0.5);
        return (
          <g key={month} className={month === chosen ? classes.chosen : ''}>
            {bar(x - step * 0.17, consumed, classes.consumed)}
            {bar(x + step * 0.17, added, classes.added)}
            <text className={classes.month} x={along(x)} y={FLOOR + 17} textAnchor="middle">
              {monthName(month, language)}
            </text>
          </g>
        );
      })}
      <JalaliMonths figures={figures} step={step} along={along} />
    </svg>
  );
}

interface JalaliMonthsProps {
  readonly figures: readonly MonthFigure[];
  readonly step: number;
  readonly along: (x: number) => number;
}

/** Usage is cut by Gregorian months; below them are the Jalali months that lie within. */
function JalaliMonths({ figures: [first, ...others], step, along }: JalaliMonthsProps): ReactNode {
  const { language } = useTexts();
  if (first === undefined) return null;
  return jalaliMonthsWithin(first.month, others.length + 1, language).map(({ name, from, to }) => (
    <g key={from}>
      {from > 0 && (
        <line
          className={classes.turn}
          x1={along(AXIS + step * from)}
          x2={along(AXIS + step * from)}
          y1={FLOOR + 25}
          y2={FLOOR + 39}
        />
      )}
      {to - from > 0.6 && (
        <text className={classes.jalali} x={along(AXIS + step * ((from + to) / 2))} y={FLOOR + 37} textAnchor="middle">
          {name}
        </text>
      )}
    </g>
  ));
}

function FigureTable({ figures, title, addedTitle }: Omit<MonthBarsProps, 'chosen'>): ReactNode {
  const { t, language } = useTexts();
  return (
    <table className="hidden-visually">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('usage.month')}</th>
          <th scope="col">{t('usage.consumed')}</th>
          <th scope="col">{addedTitle}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ month, consumed, added }) => (
          <tr key={month}>
            <th scope="row">{monthAndYear(new Date(`${month}-15T12:00:00Z`), language, 'gregory')}</th>
            <td>{digits(consumed, language)}</td>
            <td>{digits(added, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
