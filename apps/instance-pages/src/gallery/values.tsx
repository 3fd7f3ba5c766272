import type { ReactNode } from 'react';
import {
  Badge,
  Code,
  CopyButton,
  day,
  digits,
  Facts,
  Id,
  moment,
  monthAndYear,
  muText,
  Panel,
  Person,
  StateDot,
  Tile,
  TitleText,
  useTexts,
} from '@kushk/ui';
import classes from './gallery.module.css';

const AT = new Date('2026-11-27T10:00:00Z');
const DIGEST = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const LARGEST_MU = '9223372036854.775807';
const SMALLEST_MU = '0.000001';

/** Amounts, dates and codes in the writing of the language, and what marks a state. */
export function Values(): ReactNode {
  const { language } = useTexts();
  return (
    <>
      <Panel title="Amounts, dates, codes">
        <Facts
          facts={[
            ['MU', [LARGEST_MU, '1250', '0.25', SMALLEST_MU].map((mu) => <div key={mu}>{muText(mu, language)}</div>)],
            ['count', digits(1_250_000, language)],
            ['day', day(AT, language)],
            ['moment', moment(AT, language)],
            ['month', monthAndYear(AT, language)],
            ['code', <Code>ir.example.tax-reports@2.1.0</Code>],
            ['id', <Id>{DIGEST}</Id>],
            ['copy', <CopyButton text={DIGEST} label="Copy the digest" />],
            ['title', <TitleText>گزارش Q3 برای Contoso Ltd.</TitleText>],
          ]}
        />
      </Panel>
      <Panel title="States">
        <div className={classes.row}>
          {(['neutral', 'accent', 'info', 'good', 'warn', 'bad', 'violet'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          {(['neutral', 'accent', 'good', 'warn', 'bad'] as const).map((tone) => (
            <StateDot key={tone} tone={tone}>
              {tone}
            </StateDot>
          ))}
          <Person name="مریم رستمی" />
          <Tile id="ir.example.tax-reports" name="گزارش مالیاتی" />
        </div>
      </Panel>
    </>
  );
}
